import { expect } from 'chai'
import * as fc from 'fast-check'
import { ManualClock } from '../testing/manual-time.ts'
import { Elector } from './elector.ts'
import type { ObservedLease, LeaseAccess, LeaseSpec } from './lease.ts'

/**
 * A Lease with the optimistic concurrency of an API server: a write must name the current resourceVersion,
 * otherwise it is refused.
 */
class KeptLease {
  held: ObservedLease | undefined
  #version = 0

  write(spec: LeaseSpec, before: string | undefined): ObservedLease | undefined {
    if (this.held?.resourceVersion !== before) return undefined
    this.held = { spec: { ...this.held?.spec, ...spec }, resourceVersion: String(++this.#version) }
    return this.held
  }
}

/** State of the network between a replica and the API server. */
type Weather = 'fair' | 'cut' | 'answers lost'

class Replica {
  readonly time = new ManualClock()
  readonly elector: Elector
  readonly told: boolean[] = []
  weather: Weather = 'fair'

  constructor(identity: string, kept: KeptLease) {
    const lease: LeaseAccess = {
      read: async () => this.#through(() => kept.held),
      write: async (spec, before) => this.#through(() => kept.write(spec, before)),
    }
    const leads = (now: boolean): void => void this.told.push(now)
    this.elector = new Elector({
      lease,
      identity,
      time: this.time,
      clock: () => 0,
      onLeadershipChange: leads,
    })
    this.elector.start()
  }

  #through<T>(ask: () => T): T {
    if (this.weather === 'cut') throw new Error('cut')
    const answer = ask()
    if (this.weather === 'answers lost') throw new Error('lost')
    return answer
  }
}

/** Runs the pending promise callbacks without advancing the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

async function pass(replicas: readonly Replica[], seconds: number, look?: () => void): Promise<void> {
  for (let second = 0; second < seconds; second++)
    for (const replica of replicas) {
      replica.time.turn(1000)
      await settle()
      look?.()
    }
}

describe('leader election', () => {
  it('elects the first replica until it is gone, and then another after the duration of the Lease', async () => {
    const kept = new KeptLease()
    kept.write({}, undefined)
    const [first, second] = [new Replica('a', kept), new Replica('b', kept)]
    await pass([first, second], 5)
    expect([first.elector.leading, second.elector.leading]).to.deep.equal([true, false])
    await pass([second], 14)
    expect(second.elector.leading, 'too early').to.equal(false)
    await pass([second], 5)
    expect(second.elector.leading).to.equal(true)
    expect(kept.held?.spec).to.deep.include({ holderIdentity: 'b', leaseTransitions: 2 })
    first.time.turn(30_000)
    await settle()
    expect(first.elector.leading, 'it wakes up').to.equal(false)
    expect(first.told).to.deep.equal([true, false])
  })

  it('elects another replica at once if the Lease is released', async () => {
    const kept = new KeptLease()
    kept.write({}, undefined)
    const [first, second] = [new Replica('a', kept), new Replica('b', kept)]
    await pass([first, second], 3)
    await first.elector.stop()
    expect(first.elector.leading).to.equal(false)
    await pass([second], 3)
    expect(second.elector.leading).to.equal(true)
  })

  it('elects nobody while a Lease may still be held', async () => {
    const kept = new KeptLease()
    const only = new Replica('a', kept)
    await pass([only], 13)
    expect(only.elector.leading).to.equal(false)
    await pass([only], 5)
    expect(only.elector.leading).to.equal(true)
  })

  it('never elects two at once, whatever stops, is cut or gets lost, and however clocks run', async () => {
    const step = fc.record({
      which: fc.nat({ max: 2 }),
      weather: fc.constantFrom<Weather>('fair', 'fair', 'cut', 'answers lost'),
      /**
       * Seconds that pass for each replica in one step. 0 is a replica that is paused; 11 compared with 10 is
       * a clock that runs fast.
       */
      seconds: fc.tuple(
        fc.constantFrom(0, 9, 10, 11),
        fc.constantFrom(0, 9, 10, 11),
        fc.constantFrom(9, 10, 11),
      ),
    })
    let led = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const kept = new KeptLease()
        kept.write({}, undefined)
        const replicas = ['a', 'b', 'c'].map((identity) => new Replica(identity, kept))
        for (const { which, weather, seconds } of steps) {
          const one = replicas[which]
          if (one !== undefined) one.weather = weather
          for (let second = 0; second < 11; second++)
            for (const [at, replica] of replicas.entries())
              if (second < (seconds[at] ?? 0)) {
                replica.time.turn(1000)
                await settle()
                // A paused replica is not counted: when it resumes, it reads its clock before it does
                // anything, and the clock has advanced.
                const awake = replicas.filter((_, index) => (seconds[index] ?? 0) > 0)
                const leading = awake.filter(({ elector }) => elector.leading)
                led += leading.length
                expect(leading.length).to.be.at.most(1)
              }
          // The clocks of paused replicas advance as well.
          for (const [at, replica] of replicas.entries()) if (seconds[at] === 0) replica.time.turn(10_000)
          await settle()
        }
      }),
      { numRuns: 60 },
    )
    expect(led).to.be.greaterThan(1000)
  })
})
