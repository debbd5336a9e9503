/** Names of one or two letters resemble too many others, and names of up to five letters are one edit apart at most. */
const [SHORTEST, SHORT] = [3, 5]
/** Longest name of an object of Kubernetes. */
const LONGEST = 253

/**
 * Returns the known name that a name is probably a misspelling of; undefined if there is none. The distance is
 * Damerau and Levenshtein's: insertions, deletions, substitutions and transpositions of adjacent letters, at most
 * two. Letter case does not count.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const lower = name.toLowerCase()
  let closest: { name: string; distance: number } | undefined
  for (const candidate of known) {
    const most = candidate.length < SHORTEST ? 0 : candidate.length <= SHORT ? 1 : 2
    if (most === 0 || Math.abs(candidate.length - name.length) > most) continue
    const distance = editDistance(lower, candidate.toLowerCase(), most)
    if (distance <= most && distance < (closest?.distance ?? Infinity))
      closest = { name: candidate, distance }
  }
  return closest?.name
}

/** Returns the distance of two names; Infinity as soon as it is known to be more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isTransposed = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isTransposed ? at(beforeLast, column - 2) + 1 : Infinity,
      )
    }
    if (Math.min(...last, ...current) > most) return Infinity
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
