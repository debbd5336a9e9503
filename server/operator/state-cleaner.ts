import type { Transport } from '../cluster/client/transport.ts'
import { background } from '../core/background.ts'
import { pause, type Clock } from '../core/clock.ts'
import { ClusterError, ConflictError, errorMessage, NotFoundError } from '../core/errors.ts'
import { ALERTS, NOTIFICATIONS } from '../features/settings/record-store.ts'
import { userStates, type UserState } from '../features/settings/stores/user-states.ts'
import type { Log } from '../telemetry/log.ts'

/** Records of the installation, which are nobody's settings. */
const KEPT_RECORDS: ReadonlySet<string> = new Set([NOTIFICATIONS, ALERTS])
const DAY_MS = 86_400_000
/** A new leader waits, so that a rolling update does not list everything once per Pod. */
const FIRST_MS = 60_000
/** Small pages: a UserState may have a mebibyte. */
const PAGE = 20
const CALL_MS = 30_000

export interface StateCleanerOptions {
  readonly transport: Transport
  readonly namespace: string
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Days without a change after which the settings of a person are deleted; 0: never. */
  readonly keepDays: number
}

/** Deletes settings that nobody has changed for long, once a day. The leader runs it. */
export class StateCleaner {
  readonly #options: StateCleanerOptions
  #cancel: () => void = () => undefined

  constructor(options: StateCleanerOptions) {
    this.#options = options
  }

  /** Starts if this replica is the leader, else stops. */
  lead(leading: boolean): void {
    this.#cancel()
    if (!leading || this.#options.keepDays === 0) return
    const stopped = new AbortController()
    this.#cancel = () => stopped.abort()
    background('the deletion of old settings', async () => this.#repeat(stopped.signal))
  }

  async #repeat(stopped: AbortSignal): Promise<void> {
    const { time } = this.#options
    for (let wait = FIRST_MS; ; wait = DAY_MS) {
      await pause(time, wait, stopped)
      if (stopped.aborted) return
      await this.#clean(stopped)
    }
  }

  async #clean(stopped: AbortSignal): Promise<void> {
    const { log, keepDays } = this.#options
    try {
      let deleted = 0
      for await (const state of this.#states(stopped))
        if (this.#isOld(state) && (await this.#delete(state, stopped))) deleted++
      if (deleted > 0) log.info('deleted settings that nobody changed for long', { deleted, keepDays })
    } catch (error) {
      // The cluster has no UserStates, so it has no old ones.
      if (stopped.aborted || (error instanceof ClusterError && error.status === 404)) return
      log.warn('could not delete old settings: this is tried again in a day', { reason: errorMessage(error) })
    }
  }

  async *#states(stopped: AbortSignal): AsyncGenerator<UserState> {
    const { transport, namespace } = this.#options
    let next = ''
    do {
      const query = new URLSearchParams({ limit: String(PAGE), ...(next === '' ? {} : { continue: next }) })
      const call = { verb: 'list', kind: userStates, namespace, query } as const
      const page = (await transport.json(call, deadline(stopped))) as {
        readonly metadata?: { readonly continue?: string }
        readonly items?: readonly UserState[] | null
      }
      yield* page.items ?? []
      next = page.metadata?.continue ?? ''
    } while (next !== '')
  }

  #isOld({ metadata, spec }: UserState): boolean {
    if (KEPT_RECORDS.has(metadata.name)) return false
    const changed = Date.parse(spec?.updatedAt ?? metadata.creationTimestamp ?? '')
    return this.#options.clock() - changed > this.#options.keepDays * DAY_MS
  }

  /** Deletes settings as they were read, and returns whether it did: a change meanwhile keeps them. */
  async #delete({ metadata }: UserState, stopped: AbortSignal): Promise<boolean> {
    const { transport, namespace } = this.#options
    const { name, uid, resourceVersion } = metadata
    const body = { preconditions: { uid, resourceVersion } }
    try {
      await transport.json({ verb: 'delete', kind: userStates, namespace, name, body }, deadline(stopped))
      return true
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) return false
      throw error
    }
  }
}

function deadline(stopped: AbortSignal): AbortSignal {
  return AbortSignal.any([stopped, AbortSignal.timeout(CALL_MS)])
}
