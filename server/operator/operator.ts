import { reasonOf } from '../errors.ts'
import type { Log } from '../http/log.ts'
import { Reachability } from '../kube/reachability.ts'
import type { Time } from '../kube/time.ts'
import type { Transport } from '../kube/transport.ts'
import type { ReflectorState } from '../kube/watch/standing.ts'
import { Zstandard } from '../kube/watch/zstandard.ts'
import { Turns } from '../turns.ts'
import { assemble } from './assembly.ts'
import type { BundleFile } from './bundle.ts'
import { FollowedKind } from './followed-kind.ts'
import type { Allowed } from './rejection.ts'
import { clusterContexts, secrets, type ClusterContext, type Secret } from './resources.ts'
import type { Verdict } from './verdict.ts'

/** Several changes at once are one. */
const GATHER_MS = 100
/** What could not be written is written again after this long. */
const AGAIN_MS = 5_000

/** What is told of what an operator does. */
export interface OperatorObserver {
  /** How many declarations became what. */
  declared(counts: Readonly<Record<Verdict['state'], number>>): void
  handedOver(result: 'written' | 'failed'): void
}

export interface OperatorOptions {
  /** To the cluster in which contexts are declared. */
  transport: Transport
  namespace: string
  /** What that cluster is called itself. */
  ownName: string
  /** There are no ClusterContexts to be looked for. */
  secretsAlone: boolean
  allowed: Allowed
  bundle: BundleFile
  log: Log
  time: Time
  observer: OperatorObserver
  /** Told of what is declared and what became of it, by source, after each look. */
  assembled: (declared: readonly ClusterContext[], verdicts: ReadonlyMap<string, Verdict>) => void
  /** Told of the Secrets there are, after each change. */
  held: (secrets: readonly Secret[]) => void
}

/** Follows what is declared, and hands what it comes to over to the server. */
export class Operator {
  readonly #options: OperatorOptions
  readonly #reachability: Reachability
  readonly #clusterContexts: FollowedKind<ClusterContext> | undefined
  readonly #secrets: FollowedKind<Secret>
  /** Whether the cluster has no such resource: then Secrets alone are contexts. */
  #absent: boolean
  #written = ''
  #said = new Map<string, string>()
  #cancel: (() => void) | undefined
  #stopped = false

  constructor(options: OperatorOptions) {
    const { transport, time, namespace, secretsAlone } = options
    this.#options = options
    this.#absent = secretsAlone
    this.#reachability = new Reachability((signal) => transport.readiness(signal), time)
    const shared = {
      transport,
      reachability: this.#reachability,
      time,
      turns: new Turns(),
      zstandard: new Zstandard(),
      namespace,
      changed: () => this.#soon(GATHER_MS),
    }
    if (!secretsAlone)
      this.#clusterContexts = new FollowedKind(clusterContexts, {
        ...shared,
        ended: (reason) => {
          this.#absent = reason === 'refused_404'
          this.#ended('clustercontexts', reason)
          if (this.#absent) this.#soon(GATHER_MS)
        },
      })
    this.#secrets = new FollowedKind(secrets, {
      ...shared,
      ended: (reason) => this.#ended('secrets', reason),
    })
  }

  /** Whether the server has what is declared. */
  get handedOver(): boolean {
    return this.#written !== ''
  }

  /** How following each resource stands; a resource that the cluster does not have is none. */
  report(): { resource: string; state: ReflectorState }[] {
    const contexts = this.#clusterContexts
    const absent = contexts === undefined || (this.#absent && contexts.objects === undefined)
    const secretsAlone = [{ resource: 'secrets', state: this.#secrets.state }]
    return absent ? secretsAlone : [{ resource: 'clustercontexts', state: contexts.state }, ...secretsAlone]
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
    this.#clusterContexts?.stop()
    this.#secrets.stop()
    this.#reachability.stop()
  }

  #ended(what: string, reason: string): void {
    const { log } = this.#options
    log.debug('a watch ended', { what, reason })
    if (reason === 'refused_403')
      log.warn('what is declared may not be seen, which the chart grants with operator.enabled', { what })
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
    const { allowed, ownName, observer, assembled, held } = this.#options
    const declared = this.#clusterContexts?.objects ?? (this.#absent ? [] : undefined)
    const secretsHeld = this.#secrets.objects
    if (secretsHeld !== undefined) held(secretsHeld)
    if (declared === undefined || secretsHeld === undefined) return
    const from = { clusterContexts: declared, secrets: secretsHeld }
    const { bundle, verdicts } = assemble(from, allowed, ownName)
    this.#say(verdicts)
    assembled(declared, verdicts)
    const counts = { taken: 0, suspended: 0, refused: 0 }
    for (const { state } of verdicts.values()) counts[state]++
    observer.declared(counts)
    await this.#handOver(bundle)
  }

  async #handOver(bundle: Parameters<BundleFile['write']>[0]): Promise<void> {
    const { bundle: file, log, observer } = this.#options
    const text = JSON.stringify(bundle)
    if (text === this.#written) return
    try {
      await file.write(bundle)
      this.#written = text
      observer.handedOver('written')
      log.info('contexts were handed over', { contexts: bundle.contexts.map(({ name }) => name) })
    } catch (error) {
      observer.handedOver('failed')
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
        log.warn('a context is refused', { source, reason: verdict.reason, why: verdict.message })
    }
    this.#said = said
  }
}
