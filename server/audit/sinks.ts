import { open, type FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { scanLines, type ScannedFile, type UnfinishedLines } from './scan-lines.ts'

/** Destination of audit lines. Rejects if a line could not be stored. */
export interface Sink {
  /** Lines of an earlier process that are to be noted before the first entry; undefined once a line is written. */
  readonly unfinished?: UnfinishedLines | undefined
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
  #unfinished: UnfinishedLines | undefined
  #endsInNewline: boolean

  private constructor(file: FileHandle, scanned: ScannedFile) {
    this.#file = file
    this.#size = scanned.size
    this.last = scanned.last
    this.#unfinished = scanned.unfinished
    this.#endsInNewline = scanned.endsInNewline
  }

  get unfinished(): UnfinishedLines | undefined {
    return this.#unfinished
  }

  static async open(path: string): Promise<FileSink> {
    // Each write waits for the disk (O_SYNC): Node's permission model, which the image uses, does not allow
    // fsync.
    const file = await open(path, 'as+', 0o600)
    return new FileSink(file, await scanLines(file.createReadStream({ start: 0, autoClose: false })))
  }

  async write(line: string): Promise<void> {
    // An unfinished line is closed with the first line after it: a full disk is then no reason not to open the file.
    const bytes = Buffer.from(`${this.#endsInNewline ? '' : '\n'}${line}\n`)
    try {
      await this.#file.appendFile(bytes)
    } catch (error) {
      await this.#file.truncate(this.#size).catch(() => undefined)
      throw error
    }
    this.#size += bytes.length
    this.#endsInNewline = true
    this.#unfinished = undefined
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
