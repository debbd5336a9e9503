import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Writable } from 'node:stream'
import { macOfLine } from './hash-chain.ts'

/** Destination of audit lines. Rejects if a line could not be stored. */
export interface Sink {
  write(line: string): Promise<void>
  close(): Promise<void>
}

/** The standard output, for the operator's log collection. */
export function streamSink(stream: Writable): Sink {
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        stream.write(`${line}\n`, (error) => {
          if (error === null || error === undefined) resolve()
          else reject(error)
        })
      }),
    close: async () => undefined,
  }
}

/** An append-only file: a line counts once it is on the disk, and a failed write is removed. */
export class FileSink implements Sink {
  readonly #file: FileHandle
  #size: number
  /** The code of the last line in the file. */
  readonly last: string

  private constructor(file: FileHandle, size: number, last: string) {
    this.#file = file
    this.#size = size
    this.last = last
  }

  static async open(path: string): Promise<FileSink> {
    // Each write waits for the disk (O_SYNC): Node's permission model, which the image uses, does not allow
    // fsync.
    const file = await open(path, 'as+', 0o600)
    let last = ''
    for await (const line of createInterface({
      input: file.createReadStream({ start: 0, autoClose: false }),
    }))
      last = macOfLine(line) ?? last
    return new FileSink(file, (await file.stat()).size, last)
  }

  async write(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`)
    try {
      await this.#file.appendFile(bytes)
    } catch (error) {
      await this.#file.truncate(this.#size).catch(() => undefined)
      throw error
    }
    this.#size += bytes.length
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
