import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { statefulSets } from '../../kinds/statefulsets/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const pod = (status: string, lastTransitionTime = '2026-11-27T11:30:00Z') => ({
  status: { conditions: [{ type: 'Ready', status, lastTransitionTime }] },
})

interface Fields {
  readonly spec?: object
  readonly status?: object
}

const cluster = ({ spec, status }: Fields = {}) =>
  new RuleCluster()
    .add(statefulSets, 'db', {
      spec: { replicas: 3, ...spec },
      status: { replicas: 2, readyReplicas: 1, currentRevision: 'a', updateRevision: 'a', ...status },
    })
    .add(pods, 'db-0', pod('True'))
    .add(pods, 'db-1', pod('False'))

const messages = (one: RuleCluster) => one.findings(statefulSets, 'db').map(({ message }) => message)

describe('rule statefulset-blocked', () => {
  it('names the first Pod that is not ready while further Pods are not created', () => {
    expect(messages(cluster())).to.deep.equal([
      'Pod "db-1" is not ready since 2026-11-27T11:30:00Z, and the controller waits for it before it creates 1 more.',
    ])
  })

  it('names the Pod that an update waits for', () => {
    const status = { replicas: 3, readyReplicas: 2, updateRevision: 'b', updatedReplicas: 1 }
    const one = cluster({ status }).add(pods, 'db-1', pod('True')).add(pods, 'db-2', pod('False'))
    expect(messages(one)).to.deep.equal([
      'Pod "db-2" is not ready since 2026-11-27T11:30:00Z, and the controller waits for it before it updates 2 more.',
    ])
  })

  it('counts ordinals from spec.ordinals.start', () => {
    const one = cluster({ spec: { ordinals: { start: 5 } } })
      .add(pods, 'db-5', pod('True'))
      .add(pods, 'db-6', pod('False'))
    expect(one.findings(statefulSets, 'db').map(({ title }) => title)).to.deep.equal([
      'Pod "db-6" blocks the Pods after it',
    ])
  })

  it('does not match where Pods are managed in parallel, where none waits, nor within a minute', () => {
    expect(messages(cluster({ spec: { podManagementPolicy: 'Parallel' } }))).to.deep.equal([])
    expect(
      messages(cluster({ status: { replicas: 3, readyReplicas: 2, updatedReplicas: 3 } })),
    ).to.deep.equal([])
    expect(messages(cluster().add(pods, 'db-1', pod('False', '2026-11-27T11:59:30Z')))).to.deep.equal([])
  })
})
