import { expect } from 'chai'
import type { ClusterEvent } from './schema.ts'
import { clusterEvent as schema } from './schema.ts'
import type { Event } from './model.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata } from '../../testing/metadata.ts'
import { clusterEvent, eventPosition, type EventSubject, isEventOf } from './projections.ts'

const fitsEvent = matchesSchema<ClusterEvent>(schema)
const created = '2026-11-20T11:00:00Z'
const event = (fields: Partial<Event> = {}, name = 'web.1'): Event => ({
  metadata: metadata({ name, creationTimestamp: created }),
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web', uid: 'u1' },
  ...fields,
})
const at = (minute: number, fraction = '') => `2026-11-20T11:${minute}:00${fraction}Z`

describe('clusterEvent', () => {
  it('projects an event with every promised field', () => {
    const full = event({
      type: 'Warning',
      reason: 'BackOff',
      message: 'Back-off restarting failed container',
      count: 7,
      firstTimestamp: at(10),
      lastTimestamp: at(20),
      eventTime: null,
      series: null,
    })
    expect(fitsEvent(clusterEvent(full))).to.deep.equal({
      type: 'Warning',
      reason: 'BackOff',
      message: 'Back-off restarting failed container',
      count: 7,
      firstTimestamp: at(10),
      lastTimestamp: at(20),
      involvedObject: { kind: 'Pod', name: 'web', namespace: 'shop' },
    })
  })

  const unset = { firstTimestamp: null, lastTimestamp: null }
  const times: [what: string, fields: Partial<Event>, first: string, last: string, count: number][] = [
    ['the older fields', { firstTimestamp: at(10), lastTimestamp: at(20), count: 2 }, at(10), at(20), 2],
    [
      'older before newer',
      { firstTimestamp: at(10), lastTimestamp: at(20), eventTime: at(30) },
      at(10),
      at(20),
      1,
    ],
    ['eventTime', { ...unset, eventTime: at(30, '.123456') }, at(30), at(30), 1],
    [
      'a series',
      { ...unset, eventTime: at(30, '.5'), series: { count: 5, lastObservedTime: at(40, '.999999') } },
      at(30),
      at(40),
      5,
    ],
    [
      'a series without a time',
      { ...unset, eventTime: at(30), series: { count: 3, lastObservedTime: null } },
      at(30),
      at(30),
      3,
    ],
    ['creation', { ...unset, eventTime: null }, created, created, 1],
    ['nothing', {}, created, created, 1],
    ['count before series', { count: 4, series: { count: 9 } }, created, created, 4],
    ['count zero', { count: 0, series: { count: 9 } }, created, created, 9],
    ['both zero', { count: 0, series: { count: 0 } }, created, created, 1],
    ['null', { count: null, series: null }, created, created, 1],
    ['a count below zero', { count: -1 }, created, created, 1],
  ]
  for (const [what, fields, first, last, count] of times)
    it(`times and count from ${what}`, () => {
      const { firstTimestamp, lastTimestamp, count: shown } = fitsEvent(clusterEvent(event(fields)))
      expect([firstTimestamp, lastTimestamp, shown]).to.deep.equal([first, last, count])
    })

  it('survives an event about nothing, and leaves out an empty namespace', () => {
    const { involvedObject: _, ...nothing } = event()
    expect(fitsEvent(clusterEvent(nothing)).involvedObject).to.deep.equal({ kind: '', name: '' })
    const ofNode = event({ involvedObject: { kind: 'Node', name: 'node-1', namespace: '' } })
    expect(fitsEvent(clusterEvent(ofNode)).involvedObject).to.deep.equal({ kind: 'Node', name: 'node-1' })
  })
})

const byPosition = (a: Event, b: Event) => (eventPosition(a) < eventPosition(b) ? -1 : 1)

describe('eventPosition', () => {
  const ordered = [
    event({ lastTimestamp: at(50) }, 'a'),
    event({ eventTime: at(40, '.000002') }, 'z'),
    event({ eventTime: at(40, '.000001') }, 'a'),
    // `shop-2/a` sorts before `shop/a`: the API server orders bytewise over the whole key.
    { ...event({ lastTimestamp: at(40) }, 'a'), metadata: metadata({ namespace: 'shop-2', name: 'a' }) },
    event({ lastTimestamp: at(40) }, 'a'),
    event({ lastTimestamp: at(40), firstTimestamp: at(10) }, 'b'),
    event({ firstTimestamp: at(59) }, 'created'),
    event({ lastTimestamp: '2025-12-31T23:59:59Z' }, 'a'),
  ]

  it('puts the newest first, then goes by namespace and name', () => {
    expect(ordered.toReversed().sort(byPosition)).to.deep.equal(ordered)
  })

  it('sorts like positions, bytewise', () => {
    const positions = ordered.map(eventPosition)
    const bytes = positions
      .map((position) => Buffer.from(position))
      .sort((a, b) => a.compare(b))
      .map(String)
    expect(bytes).to.deep.equal(positions)
    expect(new Set(positions).size).to.equal(positions.length)
  })

  it('puts what has no time last', () => {
    const timeless = { metadata: metadata({ creationTimestamp: 'soon' }) }
    expect([timeless, ...ordered].sort(byPosition).at(-1)).to.equal(timeless)
  })
})

describe('isEventOf', () => {
  const pod: EventSubject = { kind: 'Pod', namespace: 'shop', name: 'web', uids: ['u1'] }
  const node: EventSubject = { kind: 'Node', name: 'node-1', uids: ['n1', 'node-1'] }
  const involved = { kind: 'Pod', namespace: 'shop', name: 'web', uid: 'u1' }
  const cases: [what: string, involved: Event['involvedObject'], subject: EventSubject, want: boolean][] = [
    ['itself', involved, pod, true],
    ['one before it', { ...involved, uid: 'u0' }, pod, false],
    ['no uid', { kind: 'Pod', namespace: 'shop', name: 'web' }, pod, false],
    ['an empty uid', { ...involved, uid: '' }, { ...pod, uids: [''] }, false],
    ['another kind', { ...involved, kind: 'Deployment' }, pod, false],
    ['another name', { ...involved, name: 'web-1' }, pod, false],
    ['another namespace', { ...involved, namespace: 'shop-2' }, pod, false],
    ['a Pod by its name as uid', { ...involved, uid: 'web' }, pod, false],
    ['a static Pod by its hash', { ...involved, uid: 'hash' }, { ...pod, uids: ['u1', 'hash'] }, true],
    ['a Node by uid', { kind: 'Node', name: 'node-1', uid: 'n1' }, node, true],
    ['a Node by its name as uid', { kind: 'Node', name: 'node-1', namespace: '', uid: 'node-1' }, node, true],
    ['a Node by another uid', { kind: 'Node', name: 'node-1', uid: 'n0' }, node, false],
    ['nothing', undefined, node, false],
  ]
  for (const [what, involvedObject, subject, want] of cases)
    it(`${want ? 'accepts' : 'rejects'} ${what}`, () => {
      const { involvedObject: _, ...rest } = event()
      const one: Event = { ...rest, ...(involvedObject && { involvedObject }) }
      expect(isEventOf(one, subject)).to.equal(want)
    })
})
