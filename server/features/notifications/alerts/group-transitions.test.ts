import { expect } from 'chai'
import type { AlertTransition, Transition } from './alert.ts'
import { groupTransitions, noneWaiting } from './group-transitions.ts'
import { defaultTiming } from '../../../testing/alert-timing.ts'
import { problemFor } from '../../../testing/problem-for.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const transitionOf = (
  name: string,
  namespace: string,
  at: number,
  { transition = 'firing', number = 1 }: { transition?: Transition; number?: number } = {},
): AlertTransition => ({
  transition,
  fingerprint: `${namespace}-${name}`,
  number,
  at,
  problem: problemFor({ name, namespace }),
})

/** Groups transitions at chosen times and describes each group. */
class Grouping {
  #waiting = noneWaiting
  readonly groups: string[] = []

  at(now: number, ...added: readonly AlertTransition[]): this {
    const { waiting, groups } = groupTransitions(this.#waiting, added, { now, timing: defaultTiming })
    this.#waiting = waiting
    for (const { transition, isStorm, members } of groups)
      this.groups.push(
        [
          isStorm ? 'storm' : transition,
          now / SECOND,
          members.length,
          ...(isStorm ? [] : [members[0]?.problem.namespace]),
        ].join(' '),
      )
    return this
  }

  get waiting(): number {
    return this.#waiting.transitions.length
  }
}

const many = (count: number, at: number) =>
  Array.from({ length: count }, (_, n) => transitionOf(`web-${n}`, `team-${n % 7}`, at))

describe('groups of transitions', () => {
  it('groups transitions of one namespace and kind for thirty seconds from the first one', () => {
    const run = new Grouping()
      .at(0, transitionOf('a', 'shop', 0), transitionOf('b', 'pay', 0))
      .at(20 * SECOND, transitionOf('c', 'shop', 20 * SECOND))
      .at(25 * SECOND, transitionOf('z', 'shop', 25 * SECOND, { transition: 'resolved' }))
      .at(30 * SECOND - 1)
    expect(run.groups).to.deep.equal([])
    expect(run.at(30 * SECOND).groups).to.deep.equal(['firing 30 2 shop', 'firing 30 1 pay'])
    expect(run.at(55 * SECOND).groups.slice(2)).to.deep.equal(['resolved 55 1 shop'])
    expect(run.waiting).to.equal(0)
  })

  it('sums up more than thirty transitions within five minutes in one digest', () => {
    expect(new Grouping().at(0, ...many(30, 0)).at(30 * SECOND).groups).to.have.length(7)
    expect(new Grouping().at(0, ...many(31, 0)).at(30 * SECOND).groups).to.deep.equal(['storm 30 31'])
  })

  it('adds a second digest at the end of a storm, with what came since', () => {
    const run = new Grouping().at(0, ...many(40, 0)).at(30 * SECOND)
    for (let minute = 1; minute <= 4; minute++)
      run.at(minute * MINUTE, transitionOf(`late-${minute}`, 'shop', minute * MINUTE))
    expect(run.groups).to.deep.equal(['storm 30 40'])
    expect(run.at(5 * MINUTE).groups.slice(1)).to.deep.equal(['storm 300 4'])
    run.at(6 * MINUTE, transitionOf('after', 'shop', 6 * MINUTE)).at(7 * MINUTE)
    expect(run.groups.slice(2)).to.deep.equal(['firing 420 1 shop'])
  })

  it('leaves out an alert that was resolved while it waited, and keeps one that fires again', () => {
    const resolved = transitionOf('a', 'shop', 1, { transition: 'resolved', number: 2 })
    const run = new Grouping()
      .at(0, transitionOf('a', 'shop', 0))
      .at(1, resolved)
      .at(MINUTE)
    expect([run.groups, run.waiting]).to.deep.equal([[], 0])
    const again = new Grouping()
      .at(1, resolved)
      .at(2, transitionOf('a', 'shop', 2, { number: 3 }))
      .at(MINUTE)
    expect(again.groups).to.deep.equal(['firing 60 1 shop', 'resolved 60 1 shop'])
  })
})
