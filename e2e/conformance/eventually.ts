/** Polls until the result is truthy; fails at the deadline. */
export async function eventually<Found>(
  milliseconds: number,
  ask: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const found = await ask()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`not so within ${milliseconds} ms: ${ask.toString()}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 25)
    })
  }
}
