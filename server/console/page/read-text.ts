/** Reads a body to its end, and passes on its text as it arrives; throws once the signal has fired. */
export async function readText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onPart: (part: string) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return
    onPart(decoder.decode(value, { stream: true }))
  }
}
