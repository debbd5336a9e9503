import { expect } from 'chai'
import { daemonSets } from '../../kinds/daemonsets/kind.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { events } from '../../kinds/events/kind.ts'
import { jobs } from '../../kinds/jobs/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { statefulSets } from '../../kinds/statefulsets/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'
import { foldFindings } from '../fold.ts'

const EXCEEDED = 'exceeded quota: tight, requested: pods=1, used: pods=1, limited: pods=1'

const event = (kind: string, name: string, message: string, fields: object = {}) => ({
  involvedObject: { kind, name, namespace: 'shop', uid: `uid-${name}` },
  reason: 'FailedCreate',
  message,
  firstTimestamp: '2026-11-27T11:20:00Z',
  lastTimestamp: '2026-11-27T11:50:00Z',
  ...fields,
})

const shortReplicaSet = {
  metadata: controlledBy('Deployment', 'web'),
  spec: { replicas: 2 },
  status: {
    replicas: 1,
    conditions: [
      {
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: `pods "web-1-g8xg6" is forbidden: ${EXCEEDED}`,
        lastTransitionTime: '2026-11-27T11:20:00Z',
      },
    ],
  },
}

describe('rule quota-exceeded', () => {
  it('names the quota and its use, for the Deployment of the ReplicaSet', () => {
    const findings = new RuleCluster()
      .add(replicaSets, 'web-1', shortReplicaSet)
      .findings(replicaSets, 'web-1')
    const [group] = foldFindings(findings, () => true)
    expect(group?.id).to.equal('quota-exceeded/Deployment/shop/web/tight')
    expect(group?.shown.message).to.equal(
      'The ResourceQuota "tight" refuses a new Pod: requested pods=1, used pods=1, limited to pods=1.',
    )
  })

  it('takes the last Event of a DaemonSet, a StatefulSet and a Job that have too few Pods', () => {
    const cluster = new RuleCluster()
      .add(daemonSets, 'agent', { status: { desiredNumberScheduled: 1, currentNumberScheduled: 0 } })
      .add(
        events,
        'agent.1',
        event(
          'DaemonSet',
          'agent',
          `(combined from similar events): Error creating: pods "agent-x" is forbidden: ${EXCEEDED}`,
        ),
      )
      .add(statefulSets, 'db', { spec: { replicas: 2 }, status: { replicas: 1 } })
      .add(
        events,
        'db.1',
        event(
          'StatefulSet',
          'db',
          `create Pod db-1 in StatefulSet db failed error: pods "db-1" is forbidden: failed quota: cpu: must specify limits.cpu for: a`,
        ),
      )
      .add(jobs, 'load', { spec: { parallelism: 1 }, status: { startTime: '2026-11-27T11:20:00Z' } })
      .add(events, 'load.1', event('Job', 'load', `Error creating: pods "load-x" is forbidden: ${EXCEEDED}`))
    expect(cluster.findings(daemonSets, 'agent').map(({ group }) => group)).to.deep.equal(['tight'])
    expect(cluster.findings(statefulSets, 'db').map(({ title }) => title)).to.deep.equal([
      'quota "cpu" requires resources that are not set',
    ])
    expect(cluster.findings(jobs, 'load').map(({ since }) => since)).to.deep.equal(['2026-11-27T11:20:00Z'])
  })

  it('does not match once the controller has created a Pod after the failure', () => {
    const created = event('StatefulSet', 'db', 'create Pod db-0 in StatefulSet db successful', {
      reason: 'SuccessfulCreate',
      lastTimestamp: '2026-11-27T11:55:00Z',
    })
    const cluster = new RuleCluster()
      .add(statefulSets, 'db', { spec: { replicas: 2 }, status: { replicas: 1 } })
      .add(
        events,
        'db.1',
        event('StatefulSet', 'db', `create Pod db-0 in StatefulSet db failed error: ${EXCEEDED}`),
      )
      .add(events, 'db.2', created)
    expect(cluster.findings(statefulSets, 'db')).to.deep.equal([])
  })

  it('explains a Deployment whose rollout has stalled or that has too few Pods', () => {
    const conditions = (reason: string, status: string) => [
      { type: 'Progressing', status, reason, lastTransitionTime: '2026-11-27T11:30:00Z' },
      { type: 'Available', status: 'False', lastTransitionTime: '2026-11-27T11:30:00Z' },
    ]
    const counts = { replicas: 1, updatedReplicas: 1, availableReplicas: 1 }
    for (const [rule, reason, status] of [
      ['deployment-stalled', 'ProgressDeadlineExceeded', 'False'],
      ['deployment-unavailable', 'NewReplicaSetAvailable', 'True'],
    ] as const) {
      const [finding, ...others] = new RuleCluster()
        .add(deployments, 'web', {
          spec: { replicas: 2 },
          status: {
            ...counts,
            conditions: [...conditions(reason, status), { type: 'ReplicaFailure', status: 'True' }],
          },
        })
        .add(replicaSets, 'web-1', shortReplicaSet)
        .findings(deployments, 'web')
      expect([finding?.rule, ...others]).to.deep.equal([rule])
      expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['quota-exceeded/ReplicaSet/shop/web-1'])
    }
  })

  it('reads nothing for controllers that have all of their Pods, nor for Jobs that have ended or wait', () => {
    const cluster = new RuleCluster()
      .add(replicaSets, 'web-1', { spec: { replicas: 1 }, status: { replicas: 1 } })
      .add(statefulSets, 'db', { spec: { replicas: 1 }, status: { replicas: 1, readyReplicas: 1 } })
      .add(daemonSets, 'agent', {
        status: { desiredNumberScheduled: 1, currentNumberScheduled: 1, numberReady: 1 },
      })
    const jobStates = {
      running: { spec: {}, status: { startTime: '2026-11-27T11:20:00Z', active: 1 } },
      last: {
        spec: { completions: 3, parallelism: 2 },
        status: { startTime: '2026-11-27T11:20:00Z', active: 1, succeeded: 2 },
      },
      done: {
        status: { startTime: '2026-11-27T11:20:00Z', conditions: [{ type: 'Complete', status: 'True' }] },
      },
      suspended: { spec: { suspend: true }, status: { startTime: '2026-11-27T11:20:00Z' } },
    }
    for (const [name, fields] of Object.entries(jobStates)) cluster.add(jobs, name, fields)
    const keys = [
      cluster.dependencies(replicaSets, 'web-1'),
      cluster.dependencies(statefulSets, 'db'),
      cluster.dependencies(daemonSets, 'agent'),
      ...Object.keys(jobStates).map((name) => cluster.dependencies(jobs, name)),
    ].flatMap((log) => [...log.keys])
    expect(keys).to.deep.equal([])
  })
})
