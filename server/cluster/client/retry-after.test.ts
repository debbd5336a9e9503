import { expect } from 'chai'
import { ClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { tick } from '../../testing/tick.ts'
import { RetryLaterError } from './api-error.ts'
import { retryLater } from './retry-after.ts'

describe('a call to an API server that asks to slow down', () => {
  const { signal } = new AbortController()
  /** Fails so many times, then succeeds; answers what came of it and when each try was made. */
  async function tried(failures: Error[], until = signal, turnMs = 500, most = 60) {
    const time = new ManualClock()
    const at: number[] = []
    const outcomes: unknown[] = []
    const ask = async (): Promise<string> => {
      at.push(time.now())
      const failure = failures[at.length - 1]
      if (failure !== undefined) throw failure
      return 'done'
    }
    retryLater({ time, maxWaitMs: 8000, signal: until }, ask).then(
      (answer) => outcomes.push(answer),
      (error: unknown) => outcomes.push(error),
    )
    for (let turn = 0; turn < most && outcomes.length === 0; turn++) {
      await tick(1)
      if (outcomes.length === 0) time.turn(turnMs)
    }
    await tick(1)
    return { outcome: outcomes[0], at }
  }
  const slower = (seconds?: number) =>
    new RetryLaterError('the cluster could not list', 'answered 429', seconds && seconds * 1000)

  it('retries after the stated delay, twice at most', async () => {
    expect(await tried([slower(1)])).to.deep.equal({ outcome: 'done', at: [0, 1000] })
    expect(await tried([slower(1), slower(2)])).to.deep.equal({ outcome: 'done', at: [0, 1000, 3000] })
    const last = slower(1)
    expect(await tried([slower(1), slower(1), last])).to.deep.equal({ outcome: last, at: [0, 1000, 2000] })
  })

  it('does not retry if that would take too long, or without a stated delay', async () => {
    for (const failure of [slower(9), slower(), new ClusterError('away', 'away')])
      expect(await tried([failure])).to.deep.equal({ outcome: failure, at: [0] })
    const last = slower(5)
    expect(await tried([slower(5), last])).to.deep.equal({ outcome: last, at: [0, 5000] })
  })

  it('gives up when nobody waits any more', async () => {
    const left = new AbortController()
    const failure = slower(5)
    const outcome = tried([failure], left.signal, 0)
    await tick(2)
    left.abort()
    expect(await outcome).to.deep.equal({ outcome: failure, at: [0] })
  })
})
