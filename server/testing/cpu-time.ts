/** Returns the milliseconds of CPU that work takes on this thread: a busy machine lengthens its time, and not this. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Returns the milliseconds of CPU of the quickest of five runs: the first ones are not compiled yet. */
export function quickest(work: () => void): number {
  return Math.min(...Array.from({ length: 5 }, () => cpuTimeOf(work)))
}

/**
 * Returns how many times the CPU grows where the input does four times: about four where work is in proportion to it, sixteen where
 * pairs of everything are compared.
 */
export function growthOf(work: (size: number) => void, size: number): number {
  work(size)
  const small = cpuTimeOf(() => work(size))
  return cpuTimeOf(() => work(size * 4)) / small
}
