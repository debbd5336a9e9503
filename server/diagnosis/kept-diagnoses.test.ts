import { expect } from 'chai'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ServedType } from '../cluster/discovery/served-types.ts'
import { Scheduler } from '../core/scheduler.ts'
import { replace } from '../testing/build-cached-object.ts'
import { eventually } from '../testing/eventually.ts'
import { FakeWatchableCluster } from '../testing/fake-watchable-cluster.ts'
import { closeAfterwards } from '../testing/fixtures.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { now } from '../testing/metadata.ts'
import { tick } from '../testing/tick.ts'
import { factKinds } from './fact-kinds.ts'
import { kindKey } from './facts.ts'
import { KeptDiagnoses } from './kept-diagnoses.ts'

const MINUTE = 60_000
const gadgets: ServedType = {
  apiGroup: 'example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  singular: 'gadget',
  shortNames: [],
  namespaced: true,
  verbs: ['list', 'watch'],
}

/** A context whose kinds are all in sync and empty, and the findings of contexts. */
function open(customResources: readonly string[] = []) {
  const cluster = new FakeWatchableCluster()
  for (const kind of factKinds) replace(cluster.store(kind), [], '1')
  const requested: string[][] = []
  const discovery = {
    watchableTypes: async (groups: ReadonlySet<string>) => {
      requested.push([...groups])
      return [gadgets]
    },
  }
  // Only these parts of a connection are used.
  const connection = { watchable: cluster, discovery } as unknown as ClusterConnection
  const time = new ManualClock()
  const clock = () => now + time.now()
  const diagnoses = new KeptDiagnoses({
    time,
    clock,
    scheduler: new Scheduler(),
    config: { customResources },
  })
  closeAfterwards('diagnoses', () => diagnoses.stop())
  const settled = async () =>
    eventually('everything is diagnosed', () => {
      time.turn(100)
      return diagnoses.of(connection).settled
    })
  return { diagnoses, connection, time, requested, settled }
}

describe('KeptDiagnoses', () => {
  it('keeps the findings of a context up until 15 minutes after the last use, and then has no timer', () => {
    const { diagnoses, connection, time } = open()
    const kept = diagnoses.of(connection)
    time.turn(14 * MINUTE)
    expect(diagnoses.of(connection)).to.equal(kept)
    time.turn(15 * MINUTE)
    expect(diagnoses.all.map(({ context }) => context)).to.deep.equal(['test'])
    time.turn(2 * MINUTE)
    expect(diagnoses.all).to.deep.equal([])
    time.turn(MINUTE)
    expect(time.due).to.deep.equal([])
    expect(diagnoses.of(connection)).not.to.equal(kept)
  })

  it('ends a dependency on findings that were dropped, changed or not checked lately', async () => {
    const { diagnoses, connection, time, settled } = open()
    await settled()
    const call = { connection, subject: undefined, signal: new AbortController().signal }
    const { kept } = diagnoses.reading(call)
    await kept.verify(call.signal)
    const dependency = diagnoses.dependency(call)
    const freshness = () => dependency.freshnessFor({} as never)
    expect(freshness()).to.deep.equal({ use: 'hit', ageMs: 0 })
    time.turn(8000)
    expect(freshness(), 'not checked lately').to.equal(undefined)
    await kept.verify(call.signal)
    expect(freshness()).to.deep.equal({ use: 'hit', ageMs: 0 })
    diagnoses.remove(connection)
    expect(freshness(), 'dropped').to.equal(undefined)
  })

  it('never serves the response to a caller whose own rights count again', async () => {
    const { diagnoses, connection, settled } = open()
    await settled()
    const signal = new AbortController().signal
    const subject = { name: 'ada', groups: [], extra: {} } as never
    await diagnoses.reading({ connection, subject, signal }).kept.verify(signal)
    const dependency = diagnoses.dependency({ connection, subject, signal })
    expect([dependency.isValid(), dependency.freshnessFor(subject)]).to.deep.equal([true, undefined])
  })

  it('follows custom resources of the groups that are set, and looks for new ones once a minute', async () => {
    const { diagnoses, connection, time, requested } = open(['example.com'])
    const kinds = () => diagnoses.of(connection).kinds.map(kindKey)
    kinds()
    await tick(2)
    expect(kinds()).to.include('gadgets.example.com')
    expect(requested).to.deep.equal([['example.com']])
    time.turn(MINUTE)
    kinds()
    expect(requested).to.have.length(2)
  })

  it('looks for no custom resources where no group is set', async () => {
    const { diagnoses, connection, requested } = open()
    diagnoses.of(connection)
    await tick(2)
    expect(requested).to.deep.equal([])
  })
})
