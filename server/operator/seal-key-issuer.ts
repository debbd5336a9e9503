import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Transport } from '../cluster/client/transport.ts'
import { writeAtomically } from '../core/atomic-write.ts'
import { background } from '../core/background.ts'
import type { Clock } from '../core/clock.ts'
import { ConflictError, errorMessage } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { secrets, type Secret } from './resources.ts'

/** Key of the Secret with the keys, one per line: the first seals, all open. */
const KEYS = 'keys'
/** File for the server, in the folder of its token. */
const FILE = 'seal-keys'
const KEY_BYTES = 32
const CALL_MS = 10_000
const RETRY_MS = 5_000

export interface SealKeyIssuerOptions {
  readonly transport: Transport
  readonly namespace: string
  /** Name of the Secret, which the chart creates empty: applying an empty one again keeps its keys. */
  readonly secret: string
  /** Folder from which the server reads the keys. */
  readonly folder: string
  readonly time: Clock
  readonly log: Log
}

/**
 * Passes the keys for sealed settings from a Secret to the server, in a file. A Secret without keys gets a random one;
 * of several replicas that do so at once, the API server accepts the first.
 */
export class SealKeyIssuer {
  readonly #options: SealKeyIssuerOptions
  readonly #stopped = new AbortController()
  #secret: Secret | undefined
  /** Keys in the file of the server. */
  #written: string | undefined
  #busy = false
  #due = false

  constructor(options: SealKeyIssuerOptions) {
    this.#options = options
  }

  stop(): void {
    this.#stopped.abort()
  }

  /** Takes the Secrets of the namespace after a change. */
  update(all: readonly Secret[]): void {
    this.#secret = all.find(({ metadata }) => metadata.name === this.#options.secret)
    this.#start()
  }

  /** Passes the keys on; a change meanwhile is handled afterwards. */
  #start(): void {
    if (this.#stopped.signal.aborted) return
    this.#due = true
    if (this.#busy) return
    this.#busy = true
    background('the keys for sealed settings', async () => {
      while (this.#due) {
        this.#due = false
        await this.#passOn()
      }
      this.#busy = false
    })
  }

  async #passOn(): Promise<void> {
    const { log, folder, secret: name, time } = this.#options
    const secret = this.#secret
    if (secret === undefined) return
    try {
      const keys = keysOf(secret)
      if (keys === undefined) return await this.#create(secret)
      if (keys === this.#written) return
      await writeAtomically(join(folder, FILE), keys)
      this.#written = keys
      log.info('passed the keys for sealed settings to the server', { secret: name })
    } catch (error) {
      if (this.#stopped.signal.aborted) return
      const reason = errorMessage(error)
      log.error('could not pass the keys for sealed settings to the server', { secret: name, reason })
      time.after(RETRY_MS, () => this.#start())
    }
  }

  /** Adds a key to the Secret, unless another replica has just changed it; the watch then brings the key. */
  async #create({ metadata: { resourceVersion } }: Secret): Promise<void> {
    const { transport, namespace, secret: name, log } = this.#options
    const keys = Buffer.from(`${randomBytes(KEY_BYTES).toString('base64url')}\n`).toString('base64')
    const body = { metadata: { resourceVersion }, data: { [KEYS]: keys } }
    const contentType = 'application/merge-patch+json'
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(CALL_MS)])
    try {
      await transport.json({ verb: 'patch', kind: secrets, namespace, name, body, contentType }, signal)
      log.info('created a key for sealed settings', { secret: name })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
    }
  }
}

/** Returns the keys in a Secret; undefined if it has none. */
function keysOf(secret: Secret | undefined): string | undefined {
  const encoded = secret?.data?.[KEYS]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8').trim()
  return text === '' ? undefined : `${text}\n`
}
