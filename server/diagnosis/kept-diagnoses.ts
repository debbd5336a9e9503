import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { background } from '../core/background.ts'
import { customKind, customResourceRule } from './custom-resources.ts'
import type { Dependencies } from '../core/dependencies.ts'
import type { Clock } from '../core/clock.ts'
import type { UserInfo } from '../core/user-info.ts'
import type { FindingsReading } from './read-diagnosis.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { factKinds } from './fact-kinds.ts'
import { KeptFindings } from './kept-findings.ts'
import { rules } from './register.ts'

/** Time without a request after which the findings of a context are not kept up any more, as for watches. */
const IDLE_MS = 15 * 60_000
const SWEEP_MS = 60_000
/** Interval at which new types of custom resources are looked for, and the time limit for that. */
const DISCOVERED_MS = 60_000
const DISCOVERY_MS = 10_000
/** Approximate memory of the dependency of a response. */
const DEPENDENCY_BYTES = 512

interface KeptDiagnosesOptions {
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly scheduler: Scheduler
  readonly config: { readonly customResources: readonly string[] }
}

interface Kept {
  readonly findings: KeptFindings
  usedAt: number
  /** Time of the last look for types of custom resources. */
  discoveredAt: number
}

/** The parts of a request that its findings depend on. */
interface DiagnosisCall {
  readonly connection: ClusterConnection
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** The findings that a response was computed from. */
interface FindingsDependency extends Dependencies {
  readonly isValid: () => boolean
}

/** A context whose findings are kept up. */
type DiagnosedContext = Pick<ClusterConnection, 'watchable' | 'discovery'>

/** The findings of each context that was asked for lately. */
export class KeptDiagnoses {
  readonly #options: KeptDiagnosesOptions
  readonly #kept = new Map<WatchableCluster, Kept>()
  #cancelSweep: (() => void) | undefined

  constructor(options: KeptDiagnosesOptions) {
    this.#options = options
  }

  /** Returns the findings of a context, and begins to keep them up if they are not. */
  of({ watchable, discovery }: DiagnosedContext): KeptFindings {
    let kept = this.#kept.get(watchable)
    if (kept === undefined) {
      const findings = new KeptFindings(watchable, { ...this.#options, rules, kinds: factKinds })
      kept = { findings, usedAt: 0, discoveredAt: -Infinity }
      this.#kept.set(watchable, kept)
    }
    kept.usedAt = this.#options.time.now()
    this.#followCustomResources(kept, discovery)
    this.#cancelSweep ??= this.#sweepLater()
    return kept.findings
  }

  /** Returns the findings of a request's context, and the caller whose rights count. */
  reading({ connection, subject, signal }: DiagnosisCall): FindingsReading {
    const caller = subject && { subject, callers: connection.callers }
    return { kept: this.of(connection), time: this.#options.time, signal, caller }
  }

  /** Returns the findings of every context that are kept up, by the context's name. */
  get all(): readonly { readonly context: string; readonly findings: KeptFindings }[] {
    return [...this.#kept].map(([{ context }, { findings }]) => ({ context, findings }))
  }

  /**
   * Returns the dependency of a response on the findings of its context. A response for a caller whose own rights count is never
   * valid again: its rights are reviewed for each request.
   */
  dependency({ connection, subject }: DiagnosisCall): FindingsDependency {
    const kept = this.of(connection)
    const { version } = kept
    const isValid = () =>
      kept.settled &&
      kept.isVerified &&
      kept.version === version &&
      this.#kept.get(connection.watchable)?.findings === kept
    return {
      isValid,
      weight: DEPENDENCY_BYTES,
      freshnessFor: () => {
        if (subject !== undefined || !isValid()) return undefined
        this.of(connection)
        return { use: 'hit', ageMs: 0 }
      },
    }
  }

  remove({ watchable }: Pick<DiagnosedContext, 'watchable'>): void {
    this.#kept.get(watchable)?.findings.stop()
    this.#kept.delete(watchable)
  }

  stop(): void {
    this.#cancelSweep?.()
    for (const { findings } of this.#kept.values()) findings.stop()
    this.#kept.clear()
  }

  /** Looks now and then for types of custom resources that are to be diagnosed, and follows those. */
  #followCustomResources(kept: Kept, discovery: DiagnosedContext['discovery']): void {
    const groups = new Set(this.#options.config.customResources)
    if (groups.size === 0 || kept.usedAt - kept.discoveredAt < DISCOVERED_MS) return
    kept.discoveredAt = kept.usedAt
    background('discovery for the diagnosis', async () => {
      const types = await discovery.watchableTypes(groups, AbortSignal.timeout(DISCOVERY_MS))
      const kinds = types.map(customKind)
      kept.findings.follow({ kinds, rules: kinds.map(customResourceRule) })
    })
  }

  #sweepLater(): () => void {
    return this.#options.time.after(SWEEP_MS, () => {
      const now = this.#options.time.now()
      for (const [watchable, { usedAt }] of this.#kept) if (now - usedAt > IDLE_MS) this.remove({ watchable })
      this.#cancelSweep = this.#kept.size === 0 ? undefined : this.#sweepLater()
    })
  }
}
