import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { background } from '../core/background.ts'
import { errorMessage } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { Kind } from '../cluster/kind.ts'
import { pause, type Clock } from '../core/clock.ts'
import type { Transport } from '../cluster/client/transport.ts'
import { writeAtomically } from '../core/atomic-write.ts'

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
/** Interval at which the CA is read again; the kubelet rotates it beside the operator's own token. */
const LOOK_MS = 30_000

export interface ServerTokenIssuerOptions {
  transport: Transport
  namespace: string
  /** The server's ServiceAccount. */
  account: string
  /** The Secret that tokens are bound to: deleting it invalidates them (KEP-2799). */
  anchor: string
  /** The folder from which the server reads its identity. */
  folder: string
  /** The folder of the operator's own identity, the source of the cluster's CA. */
  own: string
  time: Clock
  log: Log
  /** Called with a new token's expiry, in milliseconds since 1970; undefined if issuing failed. */
  issued: (expiresAt: number | undefined) => void
}

/**
 * Issues the server's identity: short-lived tokens of its own ServiceAccount, with the CA and namespace, in a
 * folder laid out like the kubelet's. A token is renewed after half of its lifetime, and at once if the
 * anchor Secret was replaced. Source: authentication.k8s.io/v1 TokenRequest.
 */
export class ServerTokenIssuer {
  readonly #options: ServerTokenIssuerOptions
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  #anchor: string | undefined
  #ca: string | undefined
  #handedOver = false

  constructor(options: ServerTokenIssuerOptions) {
    this.#options = options
  }

  /** Whether the server has a token. */
  get handedOver(): boolean {
    return this.#handedOver
  }

  start(): void {
    this.#runForever('the token of the server', () => this.#run())
    this.#runForever('the CA of the server', () => this.#copy())
  }

  #runForever(name: string, run: () => Promise<void>): void {
    background(name, run, async () => {
      await pause(this.#options.time, AGAIN_AT_MOST_MS, this.#stopped.signal)
      if (!this.#stopped.signal.aborted) this.#runForever(name, run)
    })
  }

  stop(): void {
    this.#stopped.abort()
    this.#wake.abort()
  }

  /**
   * Sets the uid of the anchor Secret; undefined if it does not exist. A new uid invalidates tokens that are
   * bound to the previous one.
   */
  anchoredTo(uid: string | undefined): void {
    const before = this.#anchor
    this.#anchor = uid ?? 'none'
    if (before !== undefined && uid !== undefined && before !== uid) this.#wake.abort()
  }

  async #run(): Promise<void> {
    const { time, log, issued } = this.#options
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
        issued(undefined)
        if (!this.#stopped.signal.aborted)
          log.error('could not issue a token for the server', { reason: errorMessage(error) })
      }
      await pause(time, waitMs, this.#wake.signal)
    }
  }

  /** Issues a token and writes it for the server; returns its lifetime in milliseconds. */
  async #make(): Promise<number> {
    const { transport, namespace, account, anchor, issued, log } = this.#options
    const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: anchor }
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: LIFE_SECONDS, boundObjectRef },
    }
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(CALL_MS)])
    const target = { kind: serviceAccounts, namespace, name: account, subresource: 'token' } as const
    const { spec, status } = (await transport.json({ verb: 'create', ...target, body }, signal)) as {
      spec?: { expirationSeconds?: unknown }
      status?: { token?: unknown; expirationTimestamp?: unknown }
    }
    const { token, expirationTimestamp } = status ?? {}
    const expiresAt = Date.parse(String(expirationTimestamp))
    if (typeof token !== 'string' || Number.isNaN(expiresAt))
      throw new Error('the response contains no token')
    await this.#hand('namespace', namespace)
    await this.#handCa()
    await this.#hand('token', token)
    this.#handedOver = true
    issued(expiresAt)
    log.info('issued a token for the server', { account, until: String(expirationTimestamp) })
    // Uses the lifetime instead of the expiry, which is a time of another machine's clock.
    const life = spec?.expirationSeconds
    return (typeof life === 'number' && life > 0 ? life : LIFE_SECONDS) * 1000
  }

  async #copy(): Promise<void> {
    const { time, log } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await pause(time, LOOK_MS, signal)
      await this.#handCa().catch((error: unknown) =>
        log.warn('could not write the CA for the server', { reason: errorMessage(error) }),
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
    await writeAtomically(join(this.#options.folder, name), content)
  }
}
