import { reasonOf } from '../errors.ts'
import type { Log } from '../http/log.ts'
import type { ClusterContext as Connection } from '../kube/context.ts'
import { Reachability } from '../kube/reachability.ts'
import { Turns, type Time } from '../kube/time.ts'
import { Transport } from '../kube/transport.ts'
import { assemble, type Verdict } from './assembly.ts'
import type { BundleFile } from './bundle.ts'
import { FollowedKind } from './followed-kind.ts'
import type { Allowed } from './rejection.ts'
import { clusterContexts, secrets, type ClusterContext, type Secret } from './resources.ts'

/** Several changes at once are one. */
const GATHER_MS = 100
/** What could not be written is written again after this long. */
const AGAIN_MS = 5_000

export interface OperatorOptions {
  /** The cluster in which contexts are declared, and as whom. */
  connection: Connection
  namespace: string
  allowed: Allowed
  bundle: BundleFile
  log: Log
  time: Time
  userAgent: string
}

/** Follows what is declared, and hands what it comes to over to the server. */
export class Operator {
  readonly #options: OperatorOptions
  readonly #transport: Transport
  readonly #reachability: Reachability
  readonly #clusterContexts: FollowedKind<ClusterContext>
  readonly #secrets: FollowedKind<Secret>
  /** Whether the cluster has no such resource: then Secrets alone are contexts. */
  #absent = false
  #written = ''
  #said = new Map<string, string>()
  #cancel: (() => void) | undefined
  #stopped = false

  constructor(options: OperatorOptions) {
    const { connection, time, userAgent, namespace, log } = options
    this.#options = options
    this.#transport = new Transport(connection, { observe: () => undefined }, userAgent)
    this.#reachability = new Reachability((signal) => this.#transport.ready(signal), time)
    const shared = {
      transport: this.#transport,
      reachability: this.#reachability,
      time,
      turns: new Turns(),
      namespace,
      changed: () => this.#soon(GATHER_MS),
    }
    const ended = (what: string) => (reason: string) => log.debug('a watch ended', { what, reason })
    this.#clusterContexts = new FollowedKind(clusterContexts, {
      ...shared,
      ended: (reason) => {
        this.#absent = reason === 'refused_404'
        ended('clustercontexts')(reason)
        if (this.#absent) this.#soon(GATHER_MS)
      },
    })
    this.#secrets = new FollowedKind(secrets, { ...shared, ended: ended('secrets') })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel?.()
    this.#clusterContexts.stop()
    this.#secrets.stop()
    this.#reachability.stop()
    await this.#transport.close()
  }

  #soon(milliseconds: number): void {
    if (this.#stopped || this.#cancel !== undefined) return
    this.#cancel = this.#options.time.after(milliseconds, () => {
      this.#cancel = undefined
      void this.#reconcile()
    })
  }

  /** Half of what is declared is no ground to take a context away: until all is known, the bundle stays as it is. */
  async #reconcile(): Promise<void> {
    const { allowed, bundle: file, log } = this.#options
    const declared = this.#clusterContexts.objects ?? (this.#absent ? [] : undefined)
    const held = this.#secrets.objects
    if (declared === undefined || held === undefined) return
    const { bundle, verdicts } = assemble({ clusterContexts: declared, secrets: held }, allowed)
    this.#say(verdicts)
    const text = JSON.stringify(bundle)
    if (text === this.#written) return
    try {
      await file.write(bundle)
      this.#written = text
      log.info('contexts were handed over', { contexts: bundle.contexts.map(({ name }) => name) })
    } catch (error) {
      log.error('contexts could not be handed over', { reason: reasonOf(error) })
      this.#soon(AGAIN_MS)
    }
  }

  /** Logs what is refused, each time it changes. */
  #say(verdicts: ReadonlyMap<string, Verdict>): void {
    const { log } = this.#options
    const said = new Map<string, string>()
    for (const [source, verdict] of verdicts) {
      if (verdict.state !== 'refused') continue
      said.set(source, verdict.message)
      if (this.#said.get(source) !== verdict.message)
        log.warn('a context is refused', { source, reason: verdict.reason, message: verdict.message })
    }
    this.#said = said
  }
}
