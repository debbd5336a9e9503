import { background } from '../core/background.ts'
import { errorMessage } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { Reachability } from '../cluster/contexts/reachability.ts'
import type { Clock } from '../core/clock.ts'
import type { Transport } from '../cluster/client/transport.ts'
import type { EndReason } from '../cluster/cache/retry-policy.ts'
import type { ReflectorState } from '../cluster/cache/sync-state.ts'
import { ZstdCodec } from '../cluster/cache/zstd-codec.ts'
import { Scheduler } from '../core/scheduler.ts'
import { resolveContexts } from './resolve-contexts.ts'
import type { BundleFile } from './context-bundle.ts'
import { Informer } from './informer.ts'
import type { Allowed } from './rejection.ts'
import { clusterContexts, secrets, type ClusterContext, type Secret } from './resources.ts'
import type { DeclarationResult } from './declaration-result.ts'

/** Delay before a reconciliation, so that several changes cause only one. */
const DEBOUNCE_MS = 100
/** Delay before a failed reconciliation is retried. */
const RETRY_MS = 5_000

/** Receives the operator's events, for metrics. */
export interface OperatorObserver {
  /** Reports the number of declarations by result. */
  declared(counts: Readonly<Record<DeclarationResult['state'], number>>): void
  handedOver(result: 'written' | 'failed'): void
}

export interface OperatorOptions {
  /** Transport to the cluster that contains the declarations. */
  transport: Transport
  namespace: string
  /** Context name of that cluster itself. */
  ownName: string
  /** Whether to read Secrets only, without ClusterContexts. */
  secretsAlone: boolean
  allowed: Allowed
  bundle: BundleFile
  log: Log
  time: Clock
  observer: OperatorObserver
  /** Called with the declarations and their results, by source, after each reconciliation. */
  reconciled: (declared: readonly ClusterContext[], verdicts: ReadonlyMap<string, DeclarationResult>) => void
  /** Called with all Secrets after each change. */
  secretsChanged: (secrets: readonly Secret[]) => void
}

/** Operator of the sidecar: watches ClusterContexts and Secrets, and writes the resolved contexts to the bundle file. */
export class Operator {
  readonly #options: OperatorOptions
  readonly #reachability: Reachability
  readonly #clusterContexts: Informer<ClusterContext> | undefined
  readonly #secrets: Informer<Secret>
  /** Whether only Secrets declare contexts: by configuration, or because the cluster lacks the ClusterContext resource. */
  #secretsOnly: boolean
  #writtenBundle = ''
  #loggedRejections = new Map<string, string>()
  #cancel: (() => void) | undefined
  #stopped = false

  constructor(options: OperatorOptions) {
    const { transport, time, namespace, secretsAlone } = options
    this.#options = options
    this.#secretsOnly = secretsAlone
    this.#reachability = new Reachability((signal) => transport.readiness(signal), time)
    const shared = {
      transport,
      reachability: this.#reachability,
      time,
      scheduler: new Scheduler(),
      zstandard: new ZstdCodec(),
      namespace,
      changed: () => this.#schedule(DEBOUNCE_MS),
    }
    if (!secretsAlone)
      this.#clusterContexts = new Informer(clusterContexts, {
        ...shared,
        ended: (reason) => {
          this.#secretsOnly = reason === 'refused_404'
          this.#ended('clustercontexts', reason)
          if (this.#secretsOnly) this.#schedule(DEBOUNCE_MS)
        },
      })
    this.#secrets = new Informer(secrets, {
      ...shared,
      ended: (reason) => this.#ended('secrets', reason),
    })
  }

  /** Whether the bundle has been written at least once. */
  get handedOver(): boolean {
    return this.#writtenBundle !== ''
  }

  /** Returns the state of each watch, without ClusterContexts if the cluster lacks them. */
  report(): { resource: string; state: ReflectorState }[] {
    const contexts = this.#clusterContexts
    const absent = contexts === undefined || (this.#secretsOnly && contexts.objects === undefined)
    const secretsState = { resource: 'secrets', state: this.#secrets.state }
    return absent ? [secretsState] : [{ resource: 'clustercontexts', state: contexts.state }, secretsState]
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
    this.#clusterContexts?.stop()
    this.#secrets.stop()
    this.#reachability.stop()
  }

  #ended(resource: string, reason: EndReason): void {
    const { log } = this.#options
    log.debug('watch ended', { what: resource, reason })
    if (reason === 'forbidden')
      log.warn('not allowed to watch declared contexts: the chart grants it with operator.enabled', {
        what: resource,
      })
  }

  #schedule(milliseconds: number): void {
    if (this.#stopped || this.#cancel !== undefined) return
    this.#cancel = this.#options.time.after(milliseconds, () => {
      this.#cancel = undefined
      background(
        'assembling contexts',
        () => this.#reconcile(),
        () => this.#schedule(RETRY_MS),
      )
    })
  }

  /** Resolves the declarations and writes the bundle; waits until all of them are known, so that no context gets lost. */
  async #reconcile(): Promise<void> {
    const { allowed, ownName, observer, reconciled, secretsChanged } = this.#options
    const declared = this.#clusterContexts?.objects ?? (this.#secretsOnly ? [] : undefined)
    const secrets = this.#secrets.objects
    if (secrets !== undefined) secretsChanged(secrets)
    if (declared === undefined || secrets === undefined) return
    const declarations = { clusterContexts: declared, secrets }
    const { bundle, verdicts } = resolveContexts(declarations, allowed, ownName)
    this.#logRejections(verdicts)
    reconciled(declared, verdicts)
    const counts = { accepted: 0, suspended: 0, rejected: 0 }
    for (const { state } of verdicts.values()) counts[state]++
    observer.declared(counts)
    await this.#handOver(bundle)
  }

  async #handOver(bundle: Parameters<BundleFile['write']>[0]): Promise<void> {
    const { bundle: file, log, observer } = this.#options
    const text = JSON.stringify(bundle)
    if (text === this.#writtenBundle) return
    try {
      await file.write(bundle)
      this.#writtenBundle = text
      observer.handedOver('written')
      log.info('contexts written', { contexts: bundle.contexts.map(({ name }) => name) })
    } catch (error) {
      observer.handedOver('failed')
      log.error('contexts could not be written', { reason: errorMessage(error) })
      this.#schedule(RETRY_MS)
    }
  }

  /** Logs rejected declarations, each time the reason changes. */
  #logRejections(verdicts: ReadonlyMap<string, DeclarationResult>): void {
    const { log } = this.#options
    const rejections = new Map<string, string>()
    for (const [source, verdict] of verdicts) {
      if (verdict.state !== 'rejected') continue
      rejections.set(source, verdict.message)
      if (this.#loggedRejections.get(source) !== verdict.message)
        log.warn('context rejected', { source, reason: verdict.reason, why: verdict.message })
    }
    this.#loggedRejections = rejections
  }
}
