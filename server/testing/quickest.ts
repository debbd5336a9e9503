/** Milliseconds of the quickest of five runs: on a busy machine any one of them may be interrupted. */
export function quickest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}
