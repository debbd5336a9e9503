import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { endpointSlices } from '../../kinds/endpointslices/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { services } from '../../kinds/services/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const image = 'registry.example.com/web:2'

const service = (spec: object = {}, metadata: object = {}) => ({
  metadata,
  spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }], ...spec },
})

const slice = (isReady: boolean, ports: object[] | null = [{ name: '', port: 8080 }]) => ({
  metadata: controlledBy('Service', 'web'),
  endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: isReady } }],
  ports,
})

const pod = (labels: object, isReady: boolean, lastTransitionTime = '2026-11-27T11:30:00Z') => ({
  metadata: { labels },
  spec: { containers: [{ name: 'app', image }] },
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime }],
  },
})

const withoutImage = {
  ...pod({ app: 'web' }, false),
  status: {
    ...pod({ app: 'web' }, false).status,
    containerStatuses: [
      { name: 'app', state: { waiting: { reason: 'ErrImagePull', message: `${image}: not found` } } },
    ],
  },
}

const cluster = (spec: object = {}, metadata: object = {}) =>
  new RuleCluster().add(services, 'web', service(spec, metadata))

const rulesOf = (one: RuleCluster) => one.findings(services, 'web').map(({ rule }) => rule)

describe('rules of Services', () => {
  it('depend for a healthy Service on its EndpointSlices alone', () => {
    const one = cluster()
      .add(endpointSlices, 'web-1', slice(true))
      .add(pods, 'a', pod({ app: 'web' }, true))
    expect(rulesOf(one)).to.deep.equal([])
    expect([...one.dependencies(services, 'web').keys]).to.deep.equal([
      'controller endpointslices.discovery.k8s.io uid-web',
    ])
  })

  it('read nothing for a Service without a selector, and for one of another cluster', () => {
    for (const spec of [{ selector: null }, { type: 'ExternalName', externalName: 'db.example.com' }])
      expect([...cluster(spec).dependencies(services, 'web').keys]).to.deep.equal([])
  })
})

describe('rule service-selects-no-pod', () => {
  const hintOf = (labels: object) =>
    cluster().add(pods, 'a', pod(labels, true)).findings(services, 'web')[0]?.hint

  it('names the Pod with the nearest labels, without those of controllers', () => {
    expect(hintOf({ app: 'wbe', 'pod-template-hash': 'x' })).to.equal(
      'Correct spec.selector: the nearest labels are those of the Pod "a": app=wbe.',
    )
    expect(hintOf({ 'app.kubernetes.io/name': 'web' })).to.include('app.kubernetes.io/name=web')
    expect(hintOf({ app: 'database' })).to.equal(
      'Correct spec.selector of the Service, or create the workload that it is for.',
    )
  })

  it('prefers a Pod that has a label of the selector to one that has a similar one', () => {
    const [finding] = cluster({ selector: { app: 'web', tier: 'front' } })
      .add(pods, 'a', pod({ app: 'wbe' }, true))
      .add(pods, 'b', pod({ app: 'web', tier: 'back' }, true))
      .findings(services, 'web')
    expect(finding?.hint).to.include('the Pod "b": app=web,tier=back')
  })

  it('does not count Pods that have ended', () => {
    const ended = { ...pod({ app: 'web' }, false), status: { phase: 'Succeeded' } }
    expect(rulesOf(cluster().add(pods, 'a', ended))).to.deep.equal(['service-selects-no-pod'])
  })

  const workload = (replicas: number) => ({
    spec: { replicas, template: { metadata: { labels: { app: 'web' } } } },
  })

  it('warns where the selected workload is scaled to zero', () => {
    const [finding] = cluster().add(deployments, 'web', workload(0)).findings(services, 'web')
    expect(finding).to.deep.include({
      severity: 'warning',
      title: 'Service has no endpoint: its workload is scaled to zero',
    })
  })

  it('names the ReplicaSet that cannot create the Pods as the cause', () => {
    const [finding] = cluster()
      .add(deployments, 'web', workload(1))
      .add(replicaSets, 'web-1', {
        metadata: controlledBy('Deployment', 'web'),
        spec: { replicas: 1 },
        status: {
          conditions: [
            {
              type: 'ReplicaFailure',
              status: 'True',
              reason: 'FailedCreate',
              message: 'admission webhook "x.example.com" denied the request: no',
            },
          ],
        },
      })
      .findings(services, 'web')
    expect(finding?.causes.map(({ rule }) => rule)).to.deep.equal(['pod-refused'])
  })

  it('waits for ten seconds after the Service was created', () => {
    const young = cluster({}, { creationTimestamp: '2026-11-27T11:59:55Z' })
    expect(rulesOf(young)).to.deep.equal([])
    expect(young.dependencies(services, 'web').recheckAt).to.equal(Date.parse('2026-11-27T12:00:05Z'))
  })

  it('does not match where Pods may not be read', () => {
    const denied = new RuleCluster({ denied: [pods] }).add(services, 'web', service())
    expect(rulesOf(denied)).to.deep.equal([])
    expect(denied.dependencies(services, 'web').unavailable.map(({ kind }) => kind)).to.include(pods)
  })
})

describe('rule service-without-ready-endpoint', () => {
  it('gives the findings of the Pods as causes', () => {
    const [finding, ...others] = cluster()
      .add(endpointSlices, 'web-1', slice(false))
      .add(pods, 'a', withoutImage)
      .findings(services, 'web')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'service-without-ready-endpoint',
      since: '2026-11-27T11:30:00Z',
    })
    expect(finding?.causes.map(({ rule }) => rule)).to.deep.equal(['image-not-found'])
  })

  it('does not match with one ready address, nor with a Pod that has just become ready', () => {
    const unready = cluster().add(pods, 'a', pod({ app: 'web' }, false))
    expect(rulesOf(unready)).to.deep.equal(['service-without-ready-endpoint'])
    expect(rulesOf(unready.add(pods, 'b', pod({ app: 'web' }, true)))).to.deep.equal([])
    const other = cluster().add(endpointSlices, 'web-1', slice(true)).add(pods, 'a', withoutImage)
    expect(rulesOf(other)).to.deep.equal([])
  })

  it('waits for a minute after the last Pod became unready', () => {
    const one = cluster()
      .add(pods, 'a', pod({ app: 'web' }, false))
      .add(pods, 'b', pod({ app: 'web' }, false, '2026-11-27T11:59:30Z'))
    expect(rulesOf(one)).to.deep.equal([])
  })
})

describe('rule service-port-not-found', () => {
  const ports = (all: object[] | null) => cluster().add(endpointSlices, 'web-1', slice(true, all))

  it('names the port that Kubernetes left out of the EndpointSlices', () => {
    for (const all of [null, [{ name: 'metrics', port: 9090 }]]) {
      const [finding, ...others] = ports(all).findings(services, 'web')
      expect(others).to.deep.equal([])
      expect(finding).to.deep.include({
        rule: 'service-port-not-found',
        title: 'target port "http" not found',
      })
    }
  })

  it('does not match where a slice has the port, a numeric port, nor a Service without endpoints', () => {
    const two = ports(null).add(endpointSlices, 'web-2', slice(true))
    expect(rulesOf(two)).to.deep.equal([])
    const numeric = cluster({ ports: [{ port: 80, targetPort: 8080 }, { port: 81 }] })
    expect(rulesOf(numeric.add(endpointSlices, 'web-1', slice(true, null)))).to.deep.equal([])
    const empty = cluster().add(endpointSlices, 'web-1', { ...slice(true, null), endpoints: null })
    expect(rulesOf(empty)).not.to.include('service-port-not-found')
  })
})
