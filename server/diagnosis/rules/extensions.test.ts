import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { endpointSlices } from '../../kinds/endpointslices/kind.ts'
import {
  apiServices,
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '../../kinds/extensions/kinds.ts'
import { services } from '../../kinds/services/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const since = '2026-11-27T11:30:00Z'
const available = (status: string, message: string) => ({
  spec: {
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    service: { name: 'metrics-server', namespace: 'kube-system' },
  },
  status: { conditions: [{ type: 'Available', status, message, lastTransitionTime: since }] },
})
const ids = (
  cluster: RuleCluster,
  kind: Parameters<RuleCluster['findings']>[0],
  name: string,
  namespace?: string,
) => cluster.findings(kind, name, namespace).map(({ rule }) => rule)

describe('rule api-service-unavailable', () => {
  const name = 'v1beta1.metrics.k8s.io'

  it('names the API that is gone, and the words of the API server', () => {
    const message =
      'endpoints for service/metrics-server in "kube-system" have no addresses with port name "https"'
    const [finding] = new RuleCluster()
      .add(apiServices, name, available('False', message))
      .findings(apiServices, name)
    expect(finding).to.deep.include({
      rule: 'api-service-unavailable',
      title: 'API metrics.k8s.io/v1beta1 is unavailable',
      since,
    })
    expect(finding?.message).to.include(message)
  })

  it('finds nothing wrong with an API that is available, or not checked yet, and reads nothing for it', () => {
    const cluster = new RuleCluster()
      .add(apiServices, name, available('True', 'all checks passed'))
      .add(apiServices, 'v1.apps', { spec: { group: 'apps', version: 'v1' } })
    expect([ids(cluster, apiServices, name), ids(cluster, apiServices, 'v1.apps')]).to.deep.equal([[], []])
    expect(cluster.dependencies(apiServices, name).keys.size).to.equal(0)
  })
})

describe('rule webhook-unreachable', () => {
  const configuration = (failurePolicy: string | undefined, clientConfig: object) => ({
    webhooks: [
      {
        name: 'check.example.com',
        failurePolicy,
        clientConfig,
        rules: [{ operations: ['CREATE'], apiGroups: ['apps', ''], resources: ['deployments', 'pods'] }],
      },
    ],
  })
  const service = { service: { name: 'checker', namespace: 'shop' } }
  const slice = (ready: boolean | undefined) => ({
    metadata: { labels: { 'kubernetes.io/service-name': 'checker' } },
    endpoints: [{ addresses: ['10.244.0.5'], conditions: { ready } }],
  })

  for (const kind of [validatingWebhookConfigurations, mutatingWebhookConfigurations])
    it(`names the Service of a ${kind.kind} that does not exist, and the writes that fail`, () => {
      const cluster = new RuleCluster().add(kind, 'checks', configuration(undefined, service))
      const [finding] = cluster.findings(kind, 'checks')
      expect(finding?.message).to.include('Writes of deployments.apps, deployments, pods.apps, pods fail')
      expect(finding?.evidence[0]).to.deep.equal({
        source: 'spec',
        reference: `${kind.kind} checks webhooks[0].clientConfig.service`,
        text: 'Service shop/checker does not exist',
      })
    })

  it('names a Service without a ready endpoint, and none with one', () => {
    const cluster = new RuleCluster()
      .add(validatingWebhookConfigurations, 'checks', configuration('Fail', service))
      .add(services, 'checker')
      .add(endpointSlices, 'checker-1', slice(false))
    const [finding] = cluster.findings(validatingWebhookConfigurations, 'checks')
    expect(finding?.evidence[0]?.text).to.equal('Service shop/checker has no ready endpoint')
    for (const ready of [true, undefined]) {
      cluster.add(endpointSlices, 'checker-1', slice(ready))
      expect(ids(cluster, validatingWebhookConfigurations, 'checks'), String(ready)).to.deep.equal([])
    }
  })

  it('ignores a webhook whose failure is ignored, and one that is called by URL', () => {
    const cluster = new RuleCluster()
      .add(validatingWebhookConfigurations, 'ignored', configuration('Ignore', service))
      .add(validatingWebhookConfigurations, 'by-url', configuration('Fail', { url: 'https://192.0.2.1/' }))
    for (const name of ['ignored', 'by-url'])
      expect(ids(cluster, validatingWebhookConfigurations, name), name).to.deep.equal([])
  })

  it('is skipped where Services may not be read', () => {
    const cluster = new RuleCluster({ denied: [services] }).add(
      validatingWebhookConfigurations,
      'checks',
      configuration('Fail', service),
    )
    expect(ids(cluster, validatingWebhookConfigurations, 'checks')).to.deep.equal([])
    expect(cluster.dependencies(validatingWebhookConfigurations, 'checks').unavailable).to.have.length(1)
  })
})

describe('rule dns-unavailable', () => {
  const place = { namespace: 'kube-system' }
  const dns = { metadata: place, spec: { selector: { 'k8s-app': 'kube-dns' } } }
  const stalled = {
    metadata: { ...place, labels: { 'k8s-app': 'kube-dns' } },
    status: {
      conditions: [
        {
          type: 'Progressing',
          status: 'False',
          reason: 'ProgressDeadlineExceeded',
          lastTransitionTime: since,
        },
      ],
    },
  }

  it('says that names do not resolve, and is explained by the Deployment of the DNS', () => {
    const cluster = new RuleCluster().add(services, 'kube-dns', dns).add(deployments, 'coredns', stalled)
    const finding = cluster
      .findings(services, 'kube-dns', 'kube-system')
      .find(({ rule }) => rule === 'dns-unavailable')
    expect(finding?.severity).to.equal('critical')
    expect(finding?.causes.map(({ id }) => id)).to.include(
      'deployment-stalled/Deployment/kube-system/coredns',
    )
  })

  it('finds nothing wrong with a DNS that has a ready endpoint, or with another Service of that name', () => {
    const cluster = new RuleCluster()
      .add(services, 'kube-dns', dns)
      .add(endpointSlices, 'kube-dns-1', {
        metadata: { ...place, ...controlledBy('Service', 'kube-dns') },
        endpoints: [{ addresses: ['10.244.0.2'] }],
      })
      .add(services, 'kube-dns', { spec: { selector: { app: 'other' } } })
    expect(ids(cluster, services, 'kube-dns', 'kube-system')).not.to.include('dns-unavailable')
    expect(ids(cluster, services, 'kube-dns', 'shop')).not.to.include('dns-unavailable')
  })
})
