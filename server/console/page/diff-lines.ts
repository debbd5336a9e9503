/** A line of a diff. */
export interface DiffLine {
  readonly change: 'same' | 'added' | 'removed'
  readonly text: string
}

/** A neighbouring part of a diff; `skipped` lines before it are the same in both texts and left out. */
export interface DiffPart {
  readonly skipped: number
  readonly lines: readonly DiffLine[]
}

/** Lines without a change that are left around one. */
const CONTEXT_LINES = 3
/** Pairs of lines that are compared at most; larger texts are one change from their first to their last difference. */
const MAX_PAIRS = 4_000_000

/** Returns the lines of two texts with what was removed and added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, current] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < current.length && old[start] === current[start]) start++
  let tail = 0
  const most = Math.min(old.length, current.length) - start
  while (tail < most && old[old.length - 1 - tail] === current[current.length - 1 - tail]) tail++
  const removed = old.slice(start, old.length - tail)
  const added = current.slice(start, current.length - tail)
  return [
    ...mark('same', old.slice(0, start)),
    ...(removed.length * added.length > MAX_PAIRS
      ? [...mark('removed', removed), ...mark('added', added)]
      : compare(removed, added)),
    ...mark('same', old.slice(old.length - tail)),
  ]
}

/** Returns the changed lines of a diff with a few lines around them. */
export function changedParts(lines: readonly DiffLine[]): readonly DiffPart[] {
  const parts: { skipped: number; lines: DiffLine[] }[] = []
  let skipped = 0
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    const around = lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
    const isNear = around.some(({ change }) => change !== 'same')
    if (!isNear) skipped++
    else if (isOpen) parts.at(-1)?.lines.push(line)
    else parts.push({ skipped, lines: [line] })
    if (isNear) skipped = 0
    isOpen = isNear
  }
  return parts
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function mark(change: DiffLine['change'], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ change, text }))
}

/** Compares by the longest common sequence of lines. */
function compare(old: readonly string[], current: readonly string[]): readonly DiffLine[] {
  const width = current.length + 1
  // Length of the common sequence of the lines from here on, by both positions.
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = current.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === current[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length && column < current.length) {
    if (old[row] === current[column]) {
      lines.push({ change: 'same', text: old[row] ?? '' })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ change: 'removed', text: old[row] ?? '' })
      row++
    } else {
      lines.push({ change: 'added', text: current[column] ?? '' })
      column++
    }
  }
  return [...lines, ...mark('removed', old.slice(row)), ...mark('added', current.slice(column))]
}
