import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../errors.ts'
import type { Log } from '../http/log.ts'
import type { Kind } from '../kube/kinds.ts'
import { pause, type Time } from '../kube/time.ts'
import type { Transport } from '../kube/transport.ts'
import { replaceFile } from './replace-file.ts'

const serviceAccounts: Kind<unknown> = {
  kind: 'ServiceAccount',
  apiGroup: '',
  version: 'v1',
  plural: 'serviceaccounts',
  namespaced: true,
}

const LIFE_SECONDS = 3600
const CALL_MS = 10_000
const AGAIN_MS = 1_000
const AGAIN_AT_MOST_MS = 30_000
/** How often the CA is looked at: the kubelet renews it beside our own token. */
const LOOK_MS = 30_000

export interface ServerTokenOptions {
  transport: Transport
  namespace: string
  /** The ServiceAccount of the server. */
  account: string
  /** The Secret that tokens are bound to: without it they end (KEP-2799). */
  anchor: string
  /** Where the server reads who it is. */
  folder: string
  /** Where the operator reads who it is itself, for the CA of the cluster. */
  own: string
  time: Time
  log: Log
  /** When the token ends that was handed over, in milliseconds since 1970; undefined where none could be. */
  made: (expiresAt: number | undefined) => void
}

/**
 * Hands the server who it is in the cluster: short-lived tokens of a ServiceAccount of its own, the CA and the namespace, in a
 * folder as the kubelet lays it out. A token is made anew after half of its life, and at once when the anchor is another one.
 * Source: authentication.k8s.io/v1 TokenRequest.
 */
export class ServerToken {
  readonly #options: ServerTokenOptions
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  #anchor: string | undefined
  #ca: string | undefined
  #handedOver = false

  constructor(options: ServerTokenOptions) {
    this.#options = options
  }

  /** Whether the server has a token. */
  get handedOver(): boolean {
    return this.#handedOver
  }

  start(): void {
    void this.#run()
    void this.#copy()
  }

  stop(): void {
    this.#stopped.abort()
    this.#wake.abort()
  }

  /** Told which object the anchor is, by its uid; undefined: it is not there. Tokens of another one do not hold any more. */
  anchoredTo(uid: string | undefined): void {
    const before = this.#anchor
    this.#anchor = uid ?? 'none'
    if (before !== undefined && uid !== undefined && before !== uid) this.#wake.abort()
  }

  async #run(): Promise<void> {
    const { time, log, made } = this.#options
    let failed = 0
    while (!this.#stopped.signal.aborted) {
      this.#wake = new AbortController()
      let waitMs = Math.min(AGAIN_MS * 2 ** failed, AGAIN_AT_MOST_MS)
      try {
        const lifeMs = await this.#make()
        waitMs = lifeMs * (0.45 + 0.1 * time.random())
        failed = 0
      } catch (error) {
        failed++
        made(undefined)
        if (!this.#stopped.signal.aborted)
          log.error('the server could not be handed a token', { reason: reasonOf(error) })
      }
      await pause(time, waitMs, this.#wake.signal)
    }
  }

  /** Makes a token and hands it over; answers how long it lives, in milliseconds. */
  async #make(): Promise<number> {
    const { transport, namespace, account, anchor, made, log } = this.#options
    const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: anchor }
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: LIFE_SECONDS, boundObjectRef },
    }
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(CALL_MS)])
    const at = { kind: serviceAccounts, namespace, name: account, subresource: 'token' } as const
    const { spec, status } = (await transport.json({ verb: 'create', ...at, body }, signal)) as {
      spec?: { expirationSeconds?: unknown }
      status?: { token?: unknown; expirationTimestamp?: unknown }
    }
    const { token, expirationTimestamp } = status ?? {}
    const expiresAt = Date.parse(String(expirationTimestamp))
    if (typeof token !== 'string' || Number.isNaN(expiresAt)) throw new Error('the answer holds no token')
    await this.#hand('namespace', namespace)
    await this.#handCa()
    await this.#hand('token', token)
    this.#handedOver = true
    made(expiresAt)
    log.info('the server was handed a token', { account, until: String(expirationTimestamp) })
    // Of its life, not of its end: that is a time of another clock.
    const life = spec?.expirationSeconds
    return (typeof life === 'number' && life > 0 ? life : LIFE_SECONDS) * 1000
  }

  async #copy(): Promise<void> {
    const { time, log } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await pause(time, LOOK_MS, signal)
      await this.#handCa().catch((error: unknown) =>
        log.warn('the CA could not be handed over', { reason: reasonOf(error) }),
      )
    }
  }

  async #handCa(): Promise<void> {
    const ca = await readFile(join(this.#options.own, 'ca.crt'), 'utf8').catch(() => undefined)
    if (ca === undefined || ca === '' || ca === this.#ca) return
    await this.#hand('ca.crt', ca)
    this.#ca = ca
  }

  async #hand(name: string, content: string): Promise<void> {
    await replaceFile(join(this.#options.folder, name), content)
  }
}
