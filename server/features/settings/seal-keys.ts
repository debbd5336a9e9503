import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import type { Clock } from '../../core/clock.ts'
import { PolledFile } from '../../core/polled-file.ts'
import type { Log } from '../../telemetry/log.ts'
import { deriveKey, type SealKey, type SealKeys } from './seal.ts'

const PURPOSE = 'seal of settings'
/** Minimum length of a key; a shorter one could be guessed. */
const LEAST_KEY_LENGTH = 32
/** The kubelet updates a changed Secret within a minute or two. */
const CHECK_INTERVAL_MS = 5000

/** The content of a key file is not usable. */
class KeyFileError extends Error {}

/** Returns a random key that ends with the process. */
export function temporaryKeys(): SealKeys {
  return { current: [deriveKey(newKey(), PURPOSE)], refresh: async () => undefined }
}

/** Returns no key: nothing can be sealed. */
export function noKeys(): SealKeys {
  return { current: [], refresh: async () => undefined }
}

/**
 * Keys in a file, one a line: the first seals, each opens. The file may be missing or empty at first, and is read again when
 * it changes. An unusable file is ignored, and the last keys stay.
 */
export class KeyFile implements SealKeys {
  readonly #file: PolledFile<readonly string[]>
  #keys: readonly SealKey[] = []

  private constructor(path: string, { time, log }: { time: Clock; log: Log }) {
    this.#file = new PolledFile({
      name: 'the seal keys',
      everyMs: CHECK_INTERVAL_MS,
      after: (milliseconds, run) => time.after(milliseconds, run),
      read: () => readKeys(path),
      isSame: (one, other) => one.join('\n') === other.join('\n'),
      apply: (secrets) => (this.#keys = secrets.map((secret) => deriveKey(secret, PURPOSE))),
      reject: (reason) => log.warn('seal keys ignored; keeping the previous ones', { file: path, reason }),
      reasonFor: (error) => (error instanceof KeyFileError ? error.message : 'the file cannot be read'),
    })
  }

  /** Reads the keys, and follows the file until `stop`. */
  static async open(path: string, options: { time: Clock; log: Log }): Promise<KeyFile> {
    const keys = new KeyFile(path, options)
    await keys.refresh()
    keys.#file.start()
    return keys
  }

  get current(): readonly SealKey[] {
    return this.#keys
  }

  async refresh(): Promise<void> {
    await this.#file.check()
  }

  stop(): void {
    this.#file.stop()
  }
}

/** Creates a key file with a random key, unless there is one. */
export async function createKeyFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${newKey()}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function newKey(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the lines of a key file; undefined if it does not exist or is empty, as before a key is made. */
async function readKeys(path: string): Promise<readonly string[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  const keys = text.split(/\r?\n/).filter((line) => line !== '')
  if (keys.some((key) => key.length < LEAST_KEY_LENGTH))
    throw new KeyFileError(`a key is shorter than ${LEAST_KEY_LENGTH} characters`)
  return keys.length === 0 ? undefined : keys
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
