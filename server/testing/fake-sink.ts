import type { SseWriter, SseChunk } from '../api/responses.ts'

/**
 * A fake SSE connection that accepts everything written to it. While it is stalled, writes accumulate as
 * unsent bytes.
 */
export class FakeSseWriter implements SseWriter {
  readonly #left = new AbortController()
  /** The frames written, one element for each write. */
  readonly written: SseChunk[] = []
  #waiting: (() => void)[] = []
  unsentBytes = 0
  writtenCount = 0
  stalled = false
  ended: 'end' | 'cut' | undefined

  get signal(): AbortSignal {
    return this.#left.signal
  }

  /** Everything written, as text. */
  get text(): string {
    return this.written.map(({ bytes }) => bytes.toString()).join('')
  }

  /**
   * The events in order, each as `ADDED pod web`, `synced pods,events` or `heartbeat`; SSE comments are left
   * out.
   */
  get events(): string[] {
    return this.blocks.flatMap(({ event, data }) => (event === undefined ? [] : [summary(event, data)]))
  }

  /** The id of the last event with an id. */
  get lastId(): string {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id ?? ''
  }

  get blocks(): { event: string | undefined; id: string | undefined; data: string }[] {
    return this.text
      .split('\n\n')
      .filter((block) => block !== '')
      .map((block) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        return { event: field('event'), id: field('id'), data: field('data') ?? '' }
      })
  }

  write(frames: SseChunk): void {
    if (this.ended !== undefined) throw new Error('written after the end')
    this.written.push(frames)
    if (this.stalled) this.unsentBytes += frames.bytes.length
    else this.writtenCount++
  }

  async drained(): Promise<void> {
    if (this.unsentBytes > 0 && this.ended === undefined)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Ends the stall and sends all accumulated bytes. */
  drain(): void {
    this.stalled = false
    this.unsentBytes = 0
    this.writtenCount++
    for (const resume of this.#waiting.splice(0)) resume()
  }

  end(): void {
    this.#finish('end')
  }

  destroy(): void {
    this.#finish('cut')
  }

  #finish(how: 'end' | 'cut'): void {
    this.ended ??= how
    this.#left.abort()
    for (const resume of this.#waiting.splice(0)) resume()
  }
}

function summary(event: string, data: string): string {
  const { type, object, kinds, kind } = JSON.parse(data) as {
    type?: string
    object?: { name?: string }
    kinds?: string[]
    kind?: string
  }
  if (type !== undefined) return `${type} ${event} ${object?.name ?? ''}`
  const about = kinds?.join(',') ?? kind
  return about === undefined ? event : `${event} ${about}`
}
