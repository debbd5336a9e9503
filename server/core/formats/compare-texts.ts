/** Compares two texts by their code units, as `toSorted` does without a function. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
