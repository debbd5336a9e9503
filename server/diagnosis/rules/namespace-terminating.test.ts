import { expect } from 'chai'
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
      message: `The namespace has been terminating since 2026-11-27T11:50:00Z. ${message} finalizers of the namespace: example.com/own`,
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
})
