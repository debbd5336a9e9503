import { expect } from 'chai'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster, Selection } from '../../cluster/read/cluster.ts'
import { projectionOf, type View } from '../../cluster/read/memoized-view.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { metadata } from '../../testing/metadata.ts'
import { tick } from '../../testing/tick.ts'
import type { VisibleFindings } from '../../diagnosis/read-diagnosis.ts'
import { readSummary } from './read-summary.ts'

/** A cluster with one object of each kind but those that are never read to the end. */
class OneOfEach {
  readonly selections = new Map<string, Selection>()
  readonly #endless: ReadonlySet<string>

  constructor(...endless: string[]) {
    this.#endless = new Set(endless)
  }

  get cluster(): Cluster {
    const list = async (kind: Kind<unknown>, selection: Selection, view: View<unknown, unknown>) => {
      this.selections.set(kind.plural, selection)
      if (this.#endless.has(kind.plural)) await new Promise(() => undefined)
      return [projectionOf(view)({ metadata: metadata() })]
    }
    return { context: 'test', list } as unknown as Cluster
  }
}

const reading = (cluster: Cluster, time = new ManualClock(), findings = diagnosed) => ({
  cluster,
  time,
  findings: async () => findings,
  isCallerAuthorized: false,
})

/** A complete diagnosis that found nothing. */
const diagnosed: VisibleFindings = { groups: [], unavailable: [], syncing: [], refusal: undefined }

describe('readSummary', () => {
  it('counts each kind, cluster-scoped ones whatever the namespace', async () => {
    const each = new OneOfEach()
    const time = new ManualClock()
    const summary = await readSummary(reading(each.cluster, time), 'shop')
    expect(summary).to.deep.include({
      pods: { total: 1, running: 0, pending: 1, succeeded: 0, failed: 0, crashLooping: 0 },
      nodes: { total: 1, ready: 0, notReady: 1 },
      jobs: { total: 1, active: 1, succeeded: 0, failed: 0 },
      cronjobs: { total: 1, active: 1, suspended: 0 },
      pvs: { total: 1, bound: 0 },
      services: 1,
      unavailable: [],
    })
    expect(summary).to.not.have.property('syncing')
    expect(time.due, 'timers').to.deep.equal([])
    expect(each.selections.get('pods')).to.deep.equal({ namespace: 'shop' })
    for (const plural of ['nodes', 'persistentvolumes'])
      expect(each.selections.get(plural), plural).to.deep.equal({})
  })

  it('waits 3 s for kinds that sync, and names those that have not', async () => {
    const time = new ManualClock()
    const { cluster } = new OneOfEach('services', 'nodes')
    let summary: Awaited<ReturnType<typeof readSummary>> | undefined
    const waiting = readSummary(reading(cluster, time), undefined).then((one) => (summary = one))
    time.turn(2999)
    await tick(2)
    expect(summary).to.equal(undefined)
    time.turn(1)
    await waiting
    expect(summary).to.deep.include({
      syncing: ['nodes', 'services'],
      nodes: null,
      services: null,
      secrets: 1,
    })
    expect(summary?.health.partial).to.equal(true)
  })

  it('names the diagnosis while it is not complete', async () => {
    const findings = { ...diagnosed, syncing: ['pods'] }
    const { syncing, health } = await readSummary(
      reading(new OneOfEach().cluster, new ManualClock(), findings),
      undefined,
    )
    expect([syncing, health.partial, health.total]).to.deep.equal([['diagnosis'], true, 0])
  })
})
