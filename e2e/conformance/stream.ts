import type { IncomingMessage } from 'node:http'
import type { Client } from './client.ts'
import { type WatchEvent, readJson } from './kube.ts'

/** Reads a streaming response line by line. */
export class LineReader {
  readonly status: number
  readonly contentType: string | undefined
  private readonly response: IncomingMessage
  private readonly lines: string[] = []
  private rest = ''
  private ended = false
  private wake: () => void = () => undefined

  constructor(response: IncomingMessage) {
    this.response = response
    this.status = response.statusCode ?? 0
    this.contentType = response.headers['content-type']
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      const parts = (this.rest + chunk).split('\n')
      this.rest = parts.pop() ?? ''
      this.lines.push(...parts)
      this.wake()
    })
    response.once('close', () => {
      this.ended = true
      this.wake()
    })
  }

  /** Returns the next line, undefined at the end; fails at the deadline. */
  async next(milliseconds: number): Promise<string | undefined> {
    const deadline = Date.now() + milliseconds
    while (this.lines.length === 0 && !this.ended) {
      const left = deadline - Date.now()
      if (left <= 0) throw new Error(`no line within ${milliseconds} ms`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.lines.shift()
  }

  close(): void {
    this.response.destroy()
  }
}

/** The events of one watch request. */
export class Watch {
  private readonly reader: LineReader
  private readonly patience: number

  constructor(reader: LineReader, patience: number) {
    this.reader = reader
    this.patience = patience
  }

  static async open(client: Client, path: string, patience: number): Promise<Watch> {
    return new Watch(new LineReader(await client.open('GET', path)), patience)
  }

  get status(): number {
    return this.reader.status
  }

  get contentType(): string | undefined {
    return this.reader.contentType
  }

  /** Returns the next event other than a plain bookmark; undefined at the end. */
  async next(): Promise<WatchEvent | undefined> {
    for (;;) {
      const line = await this.reader.next(this.patience)
      if (line === undefined) return undefined
      if (line === '') continue
      const event: WatchEvent = readJson(line)
      const last = event.object?.metadata?.annotations?.['k8s.io/initial-events-end'] !== undefined
      if (event.type !== 'BOOKMARK' || last) return event
    }
  }

  /** Returns the next event of a type and discards the ones before it. */
  async until(type: string): Promise<WatchEvent> {
    for (;;) {
      const event = await this.next()
      if (event === undefined) throw new Error(`the watch ended without ${type}`)
      if (event.type === type) return event
    }
  }

  close(): void {
    this.reader.close()
  }
}
