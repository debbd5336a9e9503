/** Lets the event loop turn until something holds; says what did not after a minute. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what}: not within the time limit`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
