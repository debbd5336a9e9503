import { withTimeLimit, type Clock } from '../../core/clock.ts'
import { ExpiringCache } from '../../core/expiring-cache.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import type { HostAccess } from './host-access.ts'
import type { PullRequest } from './host/repository-host.ts'

/** Time for which a state counts, a failure to read it included. */
const FRESH_MS = 60_000
/** Time that a request waits for the host; a state that takes longer is asked for again. */
const READ_MS = 3_000
/** Pull requests that one request asks the host for, and those at once. */
const [MAX_READS, AT_ONCE] = [30, 6]
const MAX_KEPT = 10_000

export type PullRequestState = PullRequest['state']

/** A pull request by the names of a person's settings. */
export interface NamedPullRequest {
  readonly owner: string
  readonly repo: string
  readonly number: number
}

interface CachedState {
  /** Undefined: the host did not tell. */
  readonly state: PullRequestState | undefined
}

/** States of pull requests, each asked of the host at most once a minute for one caller. */
export class PullRequestStates {
  readonly #states: ExpiringCache<CachedState>
  readonly #time: Clock

  constructor(time: Clock, ledger: MemoryLedger) {
    this.#time = time
    this.#states = new ExpiringCache<CachedState>({
      max: MAX_KEPT,
      now: () => time.now(),
      ledger,
      holder: 'repository_host',
      weigh: () => 0,
    })
  }

  /**
   * Returns the states in the order of the pull requests; undefined for one that the host did not tell, or the caller may not
   * read. Never rejects, since a list of names is complete without their states.
   */
  async read(
    pullRequests: readonly NamedPullRequest[],
    access: HostAccess,
    caller: string,
  ): Promise<(PullRequestState | undefined)[]> {
    const keyOf = ({ owner, repo, number }: NamedPullRequest) => JSON.stringify([caller, owner, repo, number])
    const due = new Map(pullRequests.map((one) => [keyOf(one), one] as const))
    for (const key of due.keys()) if (this.#states.get(key) !== undefined) due.delete(key)
    const queue = [...due].slice(0, MAX_READS).values()
    await withTimeLimit(this.#time, READ_MS, async (signal) => {
      const work = async (): Promise<void> => {
        for (const [key, one] of queue) {
          if (signal.aborted) return
          const state = await stateOf(one, access, signal).catch(() => undefined)
          if (signal.aborted) return
          this.#states.set(key, { state }, this.#time.now() + FRESH_MS)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    })
    return pullRequests.map((one) => this.#states.get(keyOf(one))?.state)
  }
}

async function stateOf(
  { number, ...name }: NamedPullRequest,
  access: HostAccess,
  signal: AbortSignal,
): Promise<PullRequestState> {
  const host = await access.forReads()
  const repository = await access.repository(host, name, signal)
  return (await host.pullRequest(repository, number, signal)).state
}
