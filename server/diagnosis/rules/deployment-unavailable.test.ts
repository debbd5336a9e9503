import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const image = 'registry.example.com/web:2'

interface State {
  readonly available: number
  readonly progressing?: { readonly status: string; readonly reason: string }
  /** Time of the condition Available=False; undefined: it is true. */
  readonly unavailableSince?: string
}

const finished = { status: 'True', reason: 'NewReplicaSetAvailable' }

const deployment = ({ available, progressing = finished, unavailableSince }: State) => ({
  spec: { replicas: 4 },
  status: {
    replicas: 4,
    updatedReplicas: 4,
    availableReplicas: available,
    conditions: [
      { type: 'Progressing', ...progressing, lastTransitionTime: '2026-11-27T11:10:00Z' },
      unavailableSince === undefined
        ? { type: 'Available', status: 'True' }
        : { type: 'Available', status: 'False', lastTransitionTime: unavailableSince },
    ],
  },
})

const cluster = (state: State, podUnreadySince = '2026-11-27T11:30:00Z') =>
  new RuleCluster()
    .add(deployments, 'web', deployment(state))
    .add(replicaSets, 'web-1', {
      metadata: controlledBy('Deployment', 'web'),
      spec: { replicas: 4 },
      status: { replicas: 4 },
    })
    .add(pods, 'web-1-a', {
      metadata: controlledBy('ReplicaSet', 'web-1'),
      spec: { containers: [{ name: 'app', image }] },
      status: {
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: podUnreadySince }],
        containerStatuses: [
          { name: 'app', state: { waiting: { reason: 'ErrImagePull', message: `${image}: not found` } } },
        ],
      },
    })

const summary = (one: RuleCluster) =>
  one.findings(deployments, 'web').map(({ rule, severity, since }) => ({ rule, severity, since }))

describe('rule deployment-unavailable', () => {
  it('gives the findings of the Pods as causes, and is critical without any available Pod', () => {
    const one = cluster({ available: 0, unavailableSince: '2026-11-27T11:40:00Z' })
    expect(summary(one)).to.deep.equal([
      { rule: 'deployment-unavailable', severity: 'critical', since: '2026-11-27T11:40:00Z' },
    ])
    const [finding] = one.findings(deployments, 'web')
    expect(finding?.causes.map(({ rule }) => rule)).to.deep.equal(['image-not-found'])
  })

  it('warns since a Pod is not ready where enough Pods are available for the condition', () => {
    expect(summary(cluster({ available: 3 }))).to.deep.equal([
      { rule: 'deployment-unavailable', severity: 'warning', since: '2026-11-27T11:30:00Z' },
    ])
  })

  it('waits for a minute', () => {
    const one = cluster({ available: 3 }, '2026-11-27T11:59:30Z')
    expect(summary(one)).to.deep.equal([])
    expect(one.dependencies(deployments, 'web').recheckAt).to.equal(Date.parse('2026-11-27T12:00:30Z'))
  })

  it('leaves a rollout that has stalled to the rule deployment-stalled, and says nothing of one that goes on', () => {
    const state = { available: 0, unavailableSince: '2026-11-27T11:40:00Z' }
    const stalled = { status: 'False', reason: 'ProgressDeadlineExceeded' }
    const rolling = { status: 'True', reason: 'ReplicaSetUpdated' }
    expect(summary(cluster({ ...state, progressing: stalled })).map(({ rule }) => rule)).to.deep.equal([
      'deployment-stalled',
    ])
    expect(summary(cluster({ ...state, progressing: rolling }))).to.deep.equal([])
  })

  it('reads nothing for a Deployment with all of its Pods', () => {
    const { keys } = cluster({ available: 4 }).dependencies(deployments, 'web')
    expect([...keys]).to.deep.equal([])
  })
})
