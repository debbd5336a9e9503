import { expect } from 'chai'
import { apiServices } from '../../kinds/extensions/kinds.ts'
import { namespaces } from '../../kinds/namespaces/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const message =
  'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances'

const cluster = (deletionTimestamp: string | undefined, finalizers: string[] = []) =>
  new RuleCluster().add(namespaces, 'old', {
    metadata: { finalizers, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
    spec: { finalizers: ['kubernetes'] },
    status: {
      phase: deletionTimestamp === undefined ? 'Active' : 'Terminating',
      conditions: [
        { type: 'NamespaceFinalizersRemaining', status: 'True', reason: 'SomeFinalizersRemain', message },
        { type: 'NamespaceDeletionDiscoveryFailure', status: 'False', message: 'All resources discovered' },
      ],
    },
  })

describe('rule namespace-terminating', () => {
  it('repeats what is left, and names finalizers of the namespace itself', () => {
    const [finding] = cluster('2026-11-27T11:50:00Z', ['example.com/own']).findings(namespaces, 'old')
    expect(finding).to.deep.include({
      rule: 'namespace-terminating',
      since: '2026-11-27T11:50:00Z',
      message: `The namespace has been terminating since 2026-11-27T11:50:00Z. ${message}; finalizers of the namespace: example.com/own`,
    })
    expect(finding?.evidence.map(({ text }) => text)).to.deep.equal([
      '2026-11-27T11:50:00Z',
      `NamespaceFinalizersRemaining=True SomeFinalizersRemain: ${message}`,
    ])
  })

  it('waits for two minutes', () => {
    const young = cluster('2026-11-27T11:58:30Z')
    expect(young.findings(namespaces, 'old')).to.deep.equal([])
    expect(young.dependencies(namespaces, 'old').recheckAt).to.equal(Date.parse('2026-11-27T12:00:30Z'))
    expect(cluster(undefined).findings(namespaces, 'old')).to.deep.equal([])
  })

  it('names the aggregated API that does not answer as the cause', () => {
    const words =
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1'
    const api = (group: string) => ({
      spec: { group, version: 'v1beta1', service: { name: 'gone', namespace: 'shop' } },
      status: { conditions: [{ type: 'Available', status: 'False' }] },
    })
    const [finding] = new RuleCluster()
      .add(namespaces, 'old', {
        metadata: { deletionTimestamp: '2026-11-27T11:50:00Z' },
        status: {
          conditions: [{ type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: words }],
        },
      })
      .add(apiServices, 'v1beta1.metrics.k8s.io', api('metrics.k8s.io'))
      .add(apiServices, 'v1beta1.example.com', api('example.com'))
      .findings(namespaces, 'old')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal([
      'api-service-unavailable/APIService//v1beta1.metrics.k8s.io',
    ])
  })
})
