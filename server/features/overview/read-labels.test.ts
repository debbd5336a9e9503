import { expect } from 'chai'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster, Selection } from '../../cluster/read/cluster.ts'
import { projectionOf, type View } from '../../cluster/read/memoized-view.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { metadata } from '../../testing/metadata.ts'
import { readLabels } from './read-labels.ts'

/** A cluster with so many Pods and nothing else. */
function clusterOfPods(pods: number, selections: Selection[] = []): Cluster {
  const list = async (kind: Kind<unknown>, selection: Selection, view: View<unknown, unknown>) => {
    selections.push(selection)
    const length = kind.kind === 'Pod' ? pods : 0
    return Array.from({ length }, (_, at) =>
      projectionOf(view)({ metadata: metadata({ name: `web-${at}`, labels: { app: 'web' } }) }),
    )
  }
  return { context: 'test', list } as unknown as Cluster
}

const reading = (cluster: Cluster) => ({
  cluster,
  scheduler: new Scheduler(),
  signal: new AbortController().signal,
  isCallerAuthorized: false,
})

describe('readLabels', () => {
  it('counts all selected objects and returns the first 1,000', async () => {
    const query = { namespace: 'shop', selector: 'app' }
    const selections: Selection[] = []
    const { resources, truncated, totalResources, labels } = await readLabels(
      reading(clusterOfPods(1001, selections)),
      query,
    )
    expect(resources).to.have.length(1000)
    expect(resources?.[0]).to.deep.equal({
      kind: 'Pod',
      name: 'web-0',
      namespace: 'shop',
      labels: { app: 'web' },
    })
    expect([truncated, totalResources, labels[0]?.totalCount]).to.deep.equal([true, 1001, 1001])
    for (const selection of selections)
      expect(selection).to.deep.equal({ namespace: 'shop', labelSelector: 'app' })
    expect(await readLabels(reading(clusterOfPods(1000)), query)).to.include({ truncated: false })
  })

  it('returns no objects without a selector', async () => {
    const found = await readLabels(reading(clusterOfPods(2)), { namespace: undefined, selector: undefined })
    expect(found).to.have.all.keys('labels', 'totalResources', 'unavailable')
    expect(found.totalResources).to.equal(2)
  })
})
