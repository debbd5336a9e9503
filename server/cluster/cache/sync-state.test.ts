import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import { SyncState } from './sync-state.ts'

describe('sync state of a reflector', () => {
  let time: ManualClock
  let standing: SyncState

  beforeEach(() => {
    time = new ManualClock()
    standing = new SyncState(time)
  })

  /** Makes the state live, then lost for this many milliseconds. */
  function lost(milliseconds: number): void {
    standing.markSynced()
    standing.markState('degraded')
    time.turn(milliseconds)
  }

  it('proves freshness by every message of a live watch', () => {
    standing.markSynced()
    time.turn(700)
    expect(standing.ageMs).to.equal(700)
    standing.onData()
    standing.onApplied()
    expect([standing.state, standing.ageMs]).to.deep.equal(['live', 0])
  })

  it('stays live where a watch that ran out goes on', () => {
    standing.markSynced()
    time.turn(700)
    standing.onResume()
    expect([standing.state, standing.ageMs, time.due]).to.deep.equal(['live', 0, []])
  })

  it('keeps its state after a loss until the watch pauses for 50 ms', () => {
    lost(10_000)
    standing.onResume()
    for (let word = 0; word < 20; word++) {
      time.turn(49)
      standing.onData()
      standing.onApplied()
    }
    time.turn(49)
    expect([standing.state, standing.ageMs]).to.deep.equal(['degraded', 10_000 + 21 * 49])
    time.turn(1)
    expect([standing.state, standing.ageMs]).to.deep.equal(['live', 0])
  })

  it('does not take the time in which something is taken in for a pause', () => {
    lost(10_000)
    standing.onResume()
    standing.onData()
    time.turn(500)
    expect(standing.state).to.equal('degraded')
    standing.onApplied()
    time.turn(50)
    expect(standing.state).to.equal('live')
  })

  it('turns live after two seconds of a watch that never pauses', () => {
    lost(10_000)
    standing.onResume()
    const states: string[] = []
    for (let word = 0; word < 50; word++) {
      time.turn(40)
      standing.onData()
      standing.onApplied()
      states.push(standing.state)
    }
    expect([states.indexOf('live'), time.due]).to.deep.equal([49, []])
  })

  it('does not turn live if the watch is lost before it pauses', () => {
    lost(10_000)
    standing.onResume()
    standing.onEnd()
    time.turn(3000)
    expect([standing.state, standing.ageMs]).to.deep.equal(['degraded', 13_000])
  })
})
