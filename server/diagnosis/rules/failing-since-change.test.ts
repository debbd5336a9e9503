import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { backingOff, podFields } from '../../testing/pod-states.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

interface Revision {
  readonly number: string
  readonly createdAt: string
  readonly container: object
  readonly readyReplicas?: number
}

const revision = ({ number, createdAt, container, readyReplicas = 0 }: Revision) => ({
  metadata: {
    ...controlledBy('Deployment', 'web'),
    creationTimestamp: createdAt,
    annotations: { 'deployment.kubernetes.io/revision': number },
  },
  spec: { template: { spec: { containers: [{ name: 'app', ...container }] } } },
  status: { readyReplicas },
})
const old = {
  number: '1',
  createdAt: '2026-11-27T11:40:00Z',
  container: { image: 'web:1' },
  readyReplicas: 2,
}
const current = { number: '2', createdAt: '2026-11-27T11:50:00Z', container: { image: 'web:2' } }
const deployment = { status: { unavailableReplicas: 1 } }

const clusterWith = (older: Revision, newest: Revision, fields: object = deployment) =>
  new RuleCluster()
    .add(deployments, 'web', fields)
    .add(replicaSets, 'web-a', revision(older))
    .add(replicaSets, 'web-b', revision(newest))
    .add(
      pods,
      'web-1',
      podFields({ containers: [{ status: backingOff() }], metadata: controlledBy('ReplicaSet', 'web-b') }),
    )

describe('rule failing-since-change', () => {
  it('names the image that has changed, and folds into the crash loop', () => {
    const [finding, ...others] = clusterWith(old, current).findings(deployments, 'web')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'failing-since-change',
      title: 'failing since a change: image of app',
      confidence: 0.6,
      since: '2026-11-27T11:50:00Z',
    })
    expect(finding?.evidence).to.deep.equal([
      {
        source: 'spec',
        reference: 'ReplicaSet shop/web-b spec.template.spec.containers[app].image',
        text: 'web:1 → web:2',
      },
    ])
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal(['crash-loop/Pod/shop/web-1'])
  })

  it('has the change back to the revision whose Pods are ready', () => {
    const patchOf = (older: Revision, newest: Revision) =>
      clusterWith(older, newest).findings(deployments, 'web')[0]?.patch
    expect(patchOf(old, current)).to.deep.equal([
      { pointer: '/spec/template/spec/containers/0/image', from: 'web:2', value: 'web:1' },
    ])
    const more = { ...current, container: { ...current.container, ports: [{ containerPort: 80 }] } }
    expect(patchOf(old, more)).to.equal(undefined)
    const gone = { ...old, createdAt: '2026-11-27T11:20:00Z', readyReplicas: 0 }
    expect(clusterWith(gone, current).findings(deployments, 'web')[0]?.rule).to.equal('failing-since-change')
    expect(patchOf(gone, current)).to.equal(undefined)
  })

  it('names variables, resources and probes that have changed, without values', () => {
    const before = {
      image: 'web:1',
      env: [
        { name: 'HOST', value: 'db' },
        { name: 'KEY', valueFrom: { secretKeyRef: { name: 'a', key: 'k' } } },
      ],
      resources: { limits: { memory: '64Mi' } },
      readinessProbe: { httpGet: { path: '/old', port: 80 } },
    }
    const after = {
      image: 'web:1',
      env: [
        { name: 'PORT', value: 'hunter2' },
        { name: 'KEY', valueFrom: { secretKeyRef: { name: 'b', key: 'k' } } },
      ],
      resources: { limits: { memory: '16Mi' } },
      readinessProbe: { httpGet: { path: '/new', port: 80 } },
    }
    const cluster = clusterWith({ ...old, container: before }, { ...current, container: after })
    const [finding] = cluster.findings(deployments, 'web')
    expect(finding?.title).to.equal('failing since a change: env of app and 2 more')
    expect(finding?.message).to.include(
      'Changed: env of app (PORT added, HOST removed, KEY from another source); resources of app (limits.memory 64Mi → 16Mi); readinessProbe of app (changed).',
    )
  })

  it('compares with a revision that was in use for a quarter of an hour and has no Pods any more', () => {
    const gone = { ...old, createdAt: '2026-11-27T11:30:00Z', readyReplicas: 0 }
    const [finding] = clusterWith(gone, current).findings(deployments, 'web')
    expect(finding?.message).to.include('fail since it was made at 2026-11-27T11:50:00Z, after web-a. ')
  })

  for (const [title, older, newest] of [
    ['a revision that was replaced soon, as a failing one is', { ...old, readyReplicas: 0 }, current],
    [
      'a failure long after the change',
      { ...old, createdAt: '2026-11-20T11:00:00Z' },
      { ...current, createdAt: '2026-11-27T11:30:00Z' },
    ],
  ] as const)
    it(`does not match ${title}`, () =>
      expect(clusterWith(older, newest).findings(deployments, 'web')).to.deep.equal([]))

  it('does not match a Deployment that was unavailable before the change', () => {
    const gone = { ...old, createdAt: '2026-11-27T11:30:00Z', readyReplicas: 0 }
    const conditions = [{ type: 'Available', status: 'False', lastTransitionTime: '2026-11-27T11:31:00Z' }]
    const cluster = clusterWith(gone, current, { status: { unavailableReplicas: 1, conditions } })
    expect(cluster.findings(deployments, 'web')).to.deep.equal([])
  })

  it('depends on nothing but a Deployment that is available', () => {
    const cluster = clusterWith(old, current, { status: { availableReplicas: 2 } })
    expect([...cluster.dependencies(deployments, 'web').keys]).to.deep.equal([])
  })
})
