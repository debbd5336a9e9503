import { expect } from 'chai'
import { projectionOf } from '../../cluster/read/memoized-view.ts'
import { droppedReads, recordedReads } from '../../testing/recorded-reads.ts'
import { variantsOf } from '../../testing/variants.ts'
import { searchedKinds } from './schema.ts'
import { entryOf, searchViews } from './search-views.ts'

const ALWAYS_SET = new Set(['metadata', 'metadata.name', 'metadata.uid', 'metadata.creationTimestamp'])

for (const kind of searchedKinds) {
  const { samples, cache } = kind.declaration

  describe(`search of kind ${kind.plural}`, () => {
    it('reads no field that its cache drops', () => {
      const reads = recordedReads({ project: (object: object) => entryOf(kind, object) }, samples)
      expect(droppedReads(reads, cache?.drop ?? [])).to.deep.equal([])
    })

    it('survives fields that are missing or null', () => {
      const view = searchViews.find(({ path }) => path === kind.path)?.view
      for (const sample of samples)
        for (const { change, object } of variantsOf(sample, ALWAYS_SET))
          expect(() => view && projectionOf(view)(object), change).to.not.throw()
    })

    it('has a status that does not depend on the time', () => {
      for (const object of samples) {
        const [then, later] = [0, Date.parse('2031-01-01T00:00:00Z')].map((now) => {
          const item: { status?: unknown } = kind.summary.project(object, now)
          return item.status
        })
        expect(later).to.deep.equal(then)
      }
    })
  })
}

describe('searchViews', () => {
  const textOf = (path: string, object: object): string => {
    const view = searchViews.find((one) => one.path === path)?.view
    return view === undefined ? '' : (projectionOf(view)(object)?.text ?? '')
  }
  const metadata = { name: 'one', uid: 'u', creationTimestamp: '2026-11-20T11:25:00Z' }

  it('have every kind with a list', () => {
    const paths = searchViews.map(({ path }) => path)
    expect(paths).to.include.members(['deployments', 'pods', 'nodes', 'secrets', 'ingress', 'cronjobs'])
    expect(paths).to.not.include.members(['events']).and.not.include.members(['endpointslices'])
  })

  it('find images of all containers of Pods and of templates', () => {
    const spec = {
      containers: [{ name: 'a', image: 'first' }],
      initContainers: [{ name: 'b', image: 'second' }],
    }
    const template = { spec }
    const objects = {
      pods: { metadata, spec },
      deployments: { metadata, spec: { template } },
      replicasets: { metadata, spec: { template } },
      statefulsets: { metadata, spec: { template } },
      daemonsets: { metadata, spec: { template } },
      jobs: { metadata, spec: { template } },
      cronjobs: { metadata, spec: { jobTemplate: { spec: { template } } } },
    }
    for (const [path, object] of Object.entries(objects))
      expect(textOf(path, object), path).to.equal('\u0001one\u0003first\u0003second')
  })

  it('find the addresses of Pods, Services, load balancers and Nodes, and the node of a Pod', () => {
    const loadBalancer = { ingress: [{ ip: '1.1.1.1' }, { hostname: 'lb.example' }] }
    const objects = {
      pods: {
        object: {
          spec: { nodeName: 'worker' },
          status: { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], hostIP: '10.9.9.9' },
        },
        text: '\u000410.0.0.1\u0004fd00::1\u000410.9.9.9\u0005worker',
      },
      services: {
        object: {
          spec: { clusterIP: '10.1.1.1', clusterIPs: ['10.1.1.1'], externalIPs: ['2.2.2.2'] },
          status: { loadBalancer },
        },
        text: '\u000410.1.1.1\u00042.2.2.2\u00041.1.1.1\u0004lb.example',
      },
      ingress: { object: { status: { loadBalancer } }, text: '\u00041.1.1.1\u0004lb.example' },
      nodes: {
        object: { status: { addresses: [{ type: 'InternalIP', address: '10.9.9.9' }] } },
        text: '\u000410.9.9.9',
      },
    }
    for (const [path, { object, text }] of Object.entries(objects))
      expect(textOf(path, { metadata, ...object }), path).to.equal(`\u0001one${text}`)
    expect(textOf('services', { metadata, spec: { clusterIP: 'None', clusterIPs: ['None'] } })).to.equal(
      '\u0001one',
    )
  })

  it('find no annotations of ConfigMaps and Secrets, which no cache holds', () => {
    const annotated = { metadata: { ...metadata, annotations: { note: '' } } }
    for (const path of ['configmaps', 'secrets']) expect(textOf(path, annotated), path).to.equal('\u0001one')
    expect(textOf('services', annotated)).to.equal('\u0001one\u0006note')
  })
})
