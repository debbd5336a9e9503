import { LRUCache } from 'lru-cache'
import type { ConnectionTest } from '../api/schemas/connections.ts'
import type { Clock } from '../core/clock.ts'
import { SingleFlight } from '../core/single-flight.ts'

const RECENT_MS = 5_000
const MAX_CALLERS = 1_000

interface RecentTest {
  readonly result: ConnectionTest
  readonly until: number
}

/** The tests of one connection: those in flight, and the last one of each caller. */
interface TestsOfConnection {
  readonly inFlight: SingleFlight
  readonly last: LRUCache<string, RecentTest>
}

/**
 * Connection tests, cached for 5 s per caller and connection: each one opens connections of its own to the cluster. A
 * replaced context has a new connection, and is tested anew.
 */
export class RecentTests<C extends object> {
  readonly #time: Pick<Clock, 'now'>
  readonly #run: (connection: C, signal: AbortSignal) => Promise<ConnectionTest>
  readonly #tests = new WeakMap<C, TestsOfConnection>()

  constructor(
    time: Pick<Clock, 'now'>,
    run: (connection: C, signal: AbortSignal) => Promise<ConnectionTest>,
  ) {
    this.#time = time
    this.#run = run
  }

  /** Returns the caller's last result if it is recent, or runs the test. */
  async test(connection: C, caller: string, signal: AbortSignal): Promise<ConnectionTest> {
    const { inFlight, last } = this.#of(connection)
    const recent = last.get(caller)
    if (recent !== undefined && this.#time.now() < recent.until) return recent.result
    return inFlight.run(caller, signal, async (shared) => {
      const result = await this.#run(connection, shared)
      last.set(caller, { result, until: this.#time.now() + RECENT_MS })
      return result
    })
  }

  #of(connection: C): TestsOfConnection {
    const known = this.#tests.get(connection)
    if (known !== undefined) return known
    const tests = {
      inFlight: new SingleFlight(),
      last: new LRUCache<string, RecentTest>({ max: MAX_CALLERS }),
    }
    this.#tests.set(connection, tests)
    return tests
  }
}
