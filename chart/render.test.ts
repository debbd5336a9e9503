import { Ajv } from 'ajv'
import { expect } from 'chai'
import { settings } from '../server/config/settings-schema.ts'
import { parseDuration } from '../server/core/formats/duration.ts'
import { CHART, helm, render } from './helm.ts'
import { podSecurityViolations } from './pod-security.ts'
import * as chart from './rendering.ts'
import { coalesced, readDefaults, valueAt } from './schema.ts'

const KUBE_VERSIONS = ['1.29.0', '1.34.0'] as const
const CLUSTER_WIDE = new Set(['ClusterRole', 'ClusterRoleBinding', 'CustomResourceDefinition'])

const COMPONENT = 'app.kubernetes.io/component'

/** As the server checks them: it fills in defaults of features that are off. */
const checkSettings = new Ajv({ validateFormats: false, useDefaults: true }).compile(settings)

describe('chart, rendered', function () {
  this.timeout(60_000)
  before(function () {
    return chart.needsHelm(this)
  })

  for (const { name, path, values } of chart.cases) {
    describe(name, () => {
      const set = coalesced(readDefaults(), values)
      let objects: chart.KubeObject[]
      let newer: chart.KubeObject[]

      before(async () => {
        ;[objects = [], newer = []] = await Promise.all(
          KUBE_VERSIONS.map((version) => chart.renderObjects('--values', path, '--kube-version', version)),
        )
      })

      it('has nothing that helm lint minds', async () => {
        const { code, stdout, stderr } = await helm('lint', '--strict', '--quiet', CHART, '--values', path)
        expect(code, stdout + stderr).to.equal(0)
      })

      it('does not depend on the version of Kubernetes', () => expect(newer).to.deep.equal(objects))

      it('names each object once, in 63 characters, in its namespace', () => {
        const ids = objects.map(
          ({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
        )
        expect(new Set(ids).size).to.equal(ids.length)
        for (const object of objects) {
          const { kind, metadata } = object
          const dots = kind === 'CustomResourceDefinition'
          expect(metadata.name, kind).to.match(
            dots
              ? /^(clustercontexts|userstates)\.clusterinspector\.dev$/
              : /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
          )
          expect(metadata.name.length, metadata.name).to.be.at.most(63)
          expect(metadata.namespace, kind).to.be.oneOf(namespacesOf(object, set))
        }
      })

      it('writes labels and annotations that are valid, and nothing that is null', () => {
        for (const { metadata } of objects) {
          for (const value of Object.values(metadata.labels ?? {}))
            expect(value).to.match(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/)
          for (const value of Object.values(metadata.annotations ?? {})) expect(value).to.be.a('string')
        }
        expect(JSON.stringify(objects)).not.to.match(/:null|\[null|,null/)
      })

      it('passes Pod Security restricted in every Pod', () => {
        const pods = chart.podSpecs(objects)
        expect(pods.length).to.equal(valueAt(set, 'tests.enabled') === true ? 2 : 1)
        for (const { name, spec } of pods) expect(podSecurityViolations(spec), name).to.deep.equal([])
      })

      it('names an image that stays the same', () => {
        for (const { spec } of chart.podSpecs(objects))
          for (const { image = '' } of [...spec.containers, ...(spec.initContainers ?? [])]) {
            expect(image).to.match(/^[^@]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/)
            expect(image).not.to.match(/:latest(@|$)/)
          }
      })

      it('selects its own Pods and no others', () => {
        const { selector, template } = chart.only(objects, 'Deployment').spec ?? {}
        const service = chart.only(objects, 'Service').spec?.selector
        expect(chart.selects(selector?.matchLabels, template?.metadata?.labels)).to.equal(true)
        expect(service).to.deep.equal(selector?.matchLabels)
        for (const budget of chart.all(objects, 'PodDisruptionBudget'))
          expect(budget.spec?.selector?.matchLabels).to.deep.equal(selector?.matchLabels)
        for (const pod of chart.all(objects, 'Pod'))
          expect(chart.selects(selector?.matchLabels, pod.metadata.labels)).to.equal(false)
        expect(template?.spec?.enableServiceLinks).to.equal(false)
      })

      it('keeps meshes out where port-forward is let in, whatever the values say, and leaves it to them where not', () => {
        const { labels, annotations } = chart.only(objects, 'Deployment').spec?.template.metadata ?? {}
        if (chart.serverConfig(objects)['loopback'] === false) {
          expect(annotations).to.not.have.any.keys('sidecar.istio.io/inject', 'linkerd.io/inject')
          expect(labels).to.include(valueAt(set, 'podLabels'))
          return
        }
        expect(labels).to.include({ 'sidecar.istio.io/inject': 'false', 'istio.io/dataplane-mode': 'none' })
        expect(annotations).to.include({
          'sidecar.istio.io/inject': 'false',
          'linkerd.io/inject': 'disabled',
        })
      })

      it('probes and publishes ports that are there', () => {
        const container = chart.serverContainer(objects)
        const ports = new Map(container.ports?.map(({ name: port, containerPort }) => [port, containerPort]))
        const api = valueAt(set, 'tls.existingSecret') === '' ? 'http' : 'https'
        expect([...ports]).to.deep.equal([
          [api, api === 'http' ? 8080 : 8443],
          ['metrics', 9090],
        ])
        const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
        expect(probes.map((probe) => probe?.httpGet?.path)).to.deep.equal(['/healthz', '/healthz', '/readyz'])
        for (const probe of probes) expect(probe?.httpGet?.port).to.equal('metrics')
        const beside = valueAt(set, 'operator.enabled') === true ? ['metrics', 'operator'] : ['metrics']
        const published = chart.only(objects, 'Service').spec?.ports ?? []
        expect(published.map((port) => [port.name, port.targetPort])).to.deep.equal([
          [api, api],
          ...(valueAt(set, 'metrics.enabled') === true
            ? beside.map((port) => [port, port === 'operator' ? 9092 : port])
            : []),
        ])
      })

      it('configures the server with what it understands, and leaves it time to stop', () => {
        const config = chart.serverConfig(objects)
        const valid = checkSettings({
          demo: false,
          checkResponses: false,
          serviceAccount: '/mounted',
          ...config,
        })
        expect(checkSettings.errors ?? []).to.deep.equal([])
        expect(valid).to.equal(true)
        const seconds = (key: string): number => parseDuration(String(config[key])) ?? Number.NaN
        expect(seconds('requestTimeout')).to.be.greaterThan(0)
        expect(chart.serverPod(objects).terminationGracePeriodSeconds).to.equal(
          seconds('shutdownDelay') +
            seconds('shutdownGrace') +
            (valueAt(set, 'operator.enabled') === true ? 10 : 5),
        )
        expect(config['host']).to.equal('*')
        expect(config['readOnly']).to.equal(valueAt(set, 'rbac.readOnly'))
        expect(config['namespaces']).to.deep.equal(valueAt(set, 'rbac.namespaces'))
        const mounted = chart.serverContainer(objects).volumeMounts?.find((mount) => mount.name === 'config')
        expect(mounted).to.include({ mountPath: '/etc/cluster-inspector', readOnly: true })
      })

      it('guards a drain only when there is a Pod to spare', () => {
        const least =
          valueAt(set, 'autoscaling.enabled') === true ? 'autoscaling.minReplicas' : 'replicaCount'
        const wanted = valueAt(set, 'podDisruptionBudget.enabled') === true && Number(valueAt(set, least)) > 1
        expect(chart.all(objects, 'PodDisruptionBudget').length).to.equal(wanted ? 1 : 0)
      })
    })
  }

  it('replaces the Pods when the configuration changes, and only then', async () => {
    const [before, resized, changed] = await Promise.all(
      ['replicaCount=1', 'replicaCount=2', 'config.rateLimit=1'].map(async (value) => {
        const objects = await chart.renderObjects('--set', value)
        return chart.only(objects, 'Deployment').spec?.template
      }),
    )
    expect(resized).to.deep.equal(before)
    expect(changed?.metadata?.annotations?.['checksum/config']).to.match(/^[0-9a-f]{64}$/)
    expect(changed).not.to.deep.equal(before)
    expect(changed?.spec).to.deep.equal(before?.spec)
  })

  it('gives two long release names two sets of names', async () => {
    const other = `${chart.RELEASE.slice(0, -1)}2`
    const [one, two] = await Promise.all([
      chart.renderObjects(),
      render(other, CHART, '--namespace', chart.NAMESPACE).then(chart.parseObjects),
    ])
    // The CustomResourceDefinition is cluster-scoped, so its name is the same for every release.
    const names = (objects: readonly chart.KubeObject[]): string[] =>
      objects.filter(({ kind }) => kind !== 'CustomResourceDefinition').map(({ metadata }) => metadata.name)
    expect(names(one).filter((name) => names(two).includes(name))).to.deep.equal([])
  })
})

/** Kinds that may be in another namespace, with the value that names it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ConfigMap: 'dashboard',
  PodMonitor: 'podMonitor',
  PrometheusRule: 'prometheusRule',
  ServiceMonitor: 'serviceMonitor',
}

function namespacesOf({ kind, metadata }: chart.KubeObject, set: unknown): (string | undefined)[] {
  if (CLUSTER_WIDE.has(kind)) return [undefined]
  const ofRelease = metadata.labels?.[COMPONENT] === 'operator' || metadata.name.endsWith('-own')
  if ((kind === 'Role' || kind === 'RoleBinding') && !ofRelease)
    return valueAt(set, 'rbac.namespaces') as string[]
  const value = kind === 'ConfigMap' && !metadata.name.endsWith('-dashboard') ? undefined : ELSEWHERE[kind]
  const elsewhere = value === undefined ? '' : String(valueAt(set, `metrics.${value}.namespace`))
  return [elsewhere === '' ? chart.NAMESPACE : elsewhere]
}
