/**
 * Polls a condition on every turn of the event loop; throws an error that names the condition after one
 * second.
 */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + 1000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`${what}: it never held`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
