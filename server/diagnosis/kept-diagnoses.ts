import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
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

interface KeptDiagnosesOptions {
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly scheduler: Scheduler
}

interface Kept {
  readonly findings: KeptFindings
  usedAt: number
}

/** The parts of a request that its findings depend on. */
interface DiagnosisCall {
  readonly connection: ClusterConnection
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** A context whose findings are kept up. */
type DiagnosedContext = Pick<ClusterConnection, 'watchable'>

/** The findings of each context that was asked for lately. */
export class KeptDiagnoses {
  readonly #options: KeptDiagnosesOptions
  readonly #kept = new Map<WatchableCluster, Kept>()
  #cancelSweep: (() => void) | undefined

  constructor(options: KeptDiagnosesOptions) {
    this.#options = options
  }

  /** Returns the findings of a context, and begins to keep them up if they are not. */
  of({ watchable }: DiagnosedContext): KeptFindings {
    let kept = this.#kept.get(watchable)
    if (kept === undefined) {
      const findings = new KeptFindings(watchable, { ...this.#options, rules, kinds: factKinds })
      kept = { findings, usedAt: 0 }
      this.#kept.set(watchable, kept)
    }
    kept.usedAt = this.#options.time.now()
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

  /** Whether the findings are still those of the context. */
  isKept({ watchable }: DiagnosedContext, findings: KeptFindings): boolean {
    return this.#kept.get(watchable)?.findings === findings
  }

  remove({ watchable }: DiagnosedContext): void {
    this.#kept.get(watchable)?.findings.stop()
    this.#kept.delete(watchable)
  }

  stop(): void {
    this.#cancelSweep?.()
    for (const { findings } of this.#kept.values()) findings.stop()
    this.#kept.clear()
  }

  #sweepLater(): () => void {
    return this.#options.time.after(SWEEP_MS, () => {
      const now = this.#options.time.now()
      for (const [watchable, { usedAt }] of this.#kept) if (now - usedAt > IDLE_MS) this.remove({ watchable })
      this.#cancelSweep = this.#kept.size === 0 ? undefined : this.#sweepLater()
    })
  }
}
