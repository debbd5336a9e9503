import { expect } from 'chai'
import * as chart from './rendering.ts'

async function rendered(name: string): Promise<chart.KubeObject[]> {
  return chart.renderObjects('--values', pathOf(name))
}

function pathOf(name: string): string {
  const found = chart.cases.find((one) => one.name === `${name}-values`)
  if (found === undefined) throw new Error(`no ci/${name}-values.yaml`)
  return found.path
}

describe('chart, network and metrics', function () {
  this.timeout(60_000)
  before(function () {
    return chart.needsHelm(this)
  })

  it('has no NetworkPolicy and no ServiceMonitor unless asked', async () => {
    const kinds = (await chart.renderObjects()).map(({ kind }) => kind)
    expect(kinds).not.to.include.oneOf(['NetworkPolicy', 'ServiceMonitor'])
  })

  it('mounts the credential of a repository host, and opens its port', async () => {
    const objects = await rendered('repohost')
    const { spec } = chart.only(objects, 'NetworkPolicy')
    expect(spec.egress).to.deep.include({ ports: [{ port: 8443, protocol: 'TCP' }] })
    const mounts = chart.serverContainer(objects)?.volumeMounts ?? []
    expect(mounts).to.deep.include({
      name: 'repohost',
      mountPath: '/etc/cluster-inspector-repohost',
      readOnly: true,
    })
    const pod = JSON.stringify(chart.only(objects, 'Deployment').spec)
    expect(pod).to.include('"secretName":"git-credential"')
    const settings = JSON.stringify(chart.only(objects, 'ConfigMap'))
    const folder = '/etc/cluster-inspector-repohost'
    expect(settings).to.include(`\\"repohostTokenFile\\": \\"${folder}/token\\"`)
    expect(settings).to.include(`\\"repohostClientSecretFile\\": \\"${folder}/client-secret\\"`)
    const personal = await chart.renderObjects(
      '--values',
      pathOf('repohost'),
      '--set',
      'repohost.shared=none',
    )
    expect(JSON.stringify(personal), 'a token that nobody may use').to.not.include('repohostTokenFile')
    for (const [url, port] of [
      ['', 443],
      ['http://git.example.com/a:b', 80],
    ] as const) {
      const set = `repohost.baseUrl=${url}`
      const others = await chart.renderObjects('--values', pathOf('repohost'), '--set', set)
      expect(chart.only(others, 'NetworkPolicy').spec.egress).to.deep.include({
        ports: [{ port, protocol: 'TCP' }],
      })
    }
  })

  it('mounts the URLs of channels, gives the server their settings, and opens the ports of receivers', async () => {
    const objects = await rendered('notifications')
    expect(chart.only(objects, 'NetworkPolicy').spec.egress).to.deep.include({
      ports: [443, 8443].map((port) => ({ port, protocol: 'TCP' })),
    })
    const mountPath = '/etc/cluster-inspector-notifications'
    const mounts = chart.serverContainer(objects)?.volumeMounts ?? []
    expect(mounts).to.deep.include({ name: 'notifications', mountPath, readOnly: true })
    expect(JSON.stringify(chart.only(objects, 'Deployment').spec)).to.include('"secretName":"channels"')
    const data = objects
      .flatMap((object) => (object.kind === 'ConfigMap' ? [JSON.stringify(object)] : []))
      .join('')
    for (const text of [
      `${mountPath}/ops-url`,
      `${mountPath}/ops-secret`,
      `${mountPath}/ca.crt`,
      '-notifier',
      '2m',
    ])
      expect(data, text).to.include(text)
    const off = await chart.renderObjects(
      '--values',
      pathOf('notifications'),
      '--set',
      'notifications.enabled=false',
    )
    expect(JSON.stringify(off)).to.not.include(mountPath)
  })

  it('mounts the key of a model server, and opens its port', async () => {
    const objects = await rendered('ai')
    const { spec } = chart.only(objects, 'NetworkPolicy')
    expect(spec.egress).to.deep.include({ ports: [{ port: 8444, protocol: 'TCP' }] })
    const mounts = chart.serverContainer(objects)?.volumeMounts ?? []
    expect(mounts).to.deep.include({ name: 'ai', mountPath: '/etc/cluster-inspector-ai', readOnly: true })
    const pod = JSON.stringify(chart.only(objects, 'Deployment').spec)
    expect(pod).to.include('"secretName":"model-credential"')
    const others = await chart.renderObjects(
      '--values',
      pathOf('ai'),
      '--set',
      'ai.baseUrl=http://ollama.ai.svc/v1,ai.existingSecret=,ai.caKey=',
    )
    expect(chart.only(others, 'NetworkPolicy').spec.egress).to.deep.include({
      ports: [{ port: 80, protocol: 'TCP' }],
    })
    expect(JSON.stringify(others)).not.to.include('cluster-inspector-ai/')
  })

  it('lets everyone to the ports of the Pod, and the server to DNS and the Kubernetes API', async () => {
    const objects = await chart.renderObjects('--set', 'networkPolicy.enabled=true')
    const { spec } = chart.only(objects, 'NetworkPolicy')
    expect(spec.podSelector).to.deep.equal(chart.only(objects, 'Deployment').spec?.selector)
    expect(spec.policyTypes).to.deep.equal(['Ingress', 'Egress'])
    const [api, ...operations] = [chart.serverContainer(objects), chart.operatorContainer(objects)]
      .flatMap((container) => container?.ports ?? [])
      .map(({ containerPort, protocol }) => ({ port: containerPort, protocol }))
    expect(operations.map(({ port }) => port)).to.deep.equal([9090, 9092])
    expect(spec.ingress).to.deep.equal([{ ports: [api] }, { ports: operations }])
    expect(spec.egress).to.deep.equal([
      {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 53, protocol: 'TCP' },
        ],
      },
      {
        ports: [
          { port: 443, protocol: 'TCP' },
          { port: 6443, protocol: 'TCP' },
        ],
      },
    ])
  })

  it('narrows ports and addresses to those named', async () => {
    const objects = await rendered('network-policy')
    const { spec } = chart.only(objects, 'NetworkPolicy')
    expect(spec.ingress.map(({ from }) => from)).to.deep.equal([
      [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }],
      [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    ])
    expect(spec.egress?.[1]?.to).to.deep.equal(
      ['10.96.0.1/32', '172.18.0.0/16', 'fd00::/8'].map((cidr) => ({ ipBlock: { cidr } })),
    )
    expect(spec.egress?.[1]?.ports?.map(({ port }) => port)).to.deep.equal([443, 6443, 8443])
    for (const { ports } of spec.egress ?? [])
      expect(ports, 'a rule without ports opens all').not.to.equal(undefined)
  })

  it("lets the test's Pod in while it runs", async () => {
    const objects = await rendered('network-policy')
    const hook = chart.all(objects, 'NetworkPolicy').find(chart.isHook)
    const pod = chart.all(objects, 'Pod').find(chart.isHook)
    expect(hook?.spec.podSelector).to.deep.equal(chart.only(objects, 'Deployment').spec?.selector)
    const [entry] = hook?.spec.ingress ?? []
    expect(chart.selects(entry?.from?.[0]?.podSelector?.matchLabels, pod?.metadata.labels)).to.equal(true)
    expect(entry?.ports?.map(({ port }) => port)).to.deep.equal([8080, 9090])
  })

  it('runs the test in the image of the server, under no identity, and takes it away again', async () => {
    const objects = await chart.renderObjects()
    const hooks = objects.filter(chart.isHook)
    expect(hooks.map(({ kind }) => kind)).to.have.members(['ConfigMap', 'Pod'])
    for (const { metadata } of hooks)
      expect(metadata.annotations?.['helm.sh/hook-delete-policy']).to.equal(
        'before-hook-creation,hook-succeeded',
      )
    const [pod] = chart.all(objects, 'Pod')
    expect(pod?.spec?.automountServiceAccountToken).to.equal(false)
    expect(pod?.spec?.containers[0]?.image).to.equal(chart.serverContainer(objects).image)
    const service = chart.only(objects, 'Service').metadata.name
    expect(pod?.spec?.containers[0]?.command).to.deep.equal([
      'node',
      '/check/check.mjs',
      service,
      '80',
      '9090',
    ])
  })

  it('points the ServiceMonitor at the metrics port of the Service', async () => {
    const objects = await rendered('monitoring')
    const { spec, metadata } = chart.only(objects, 'ServiceMonitor')
    const service = chart.only(objects, 'Service')
    expect(chart.selects(spec.selector.matchLabels, service.metadata.labels)).to.equal(true)
    expect(spec.namespaceSelector.matchNames).to.deep.equal([service.metadata.namespace])
    expect(spec.endpoints.map(({ port }) => port)).to.deep.equal(['metrics', 'operator'])
    for (const endpoint of spec.endpoints) {
      expect(endpoint).to.include({ path: '/metrics', honorLabels: true, interval: '30s' })
      expect(service.spec?.ports?.map(({ name }) => name)).to.include(endpoint.port)
    }
    expect(metadata.labels).to.include({ release: 'prometheus' })
  })

  it('annotates the Pods for a scrape, unless a ServiceMonitor asks already or nobody is to', async () => {
    const scrape = async (...args: string[]): Promise<string | undefined> => {
      const { template } = chart.only(await chart.renderObjects(...args), 'Deployment').spec ?? {}
      const { annotations } = template?.metadata ?? {}
      return (
        annotations && ['scrape', 'port', 'path'].map((key) => annotations[`prometheus.io/${key}`]).join(' ')
      )
    }
    expect(await scrape()).to.equal('true 9090 /metrics')
    for (const value of ['enabled=false', 'scrapeAnnotations=false', 'serviceMonitor.enabled=true'])
      expect(await scrape('--set', `metrics.${value}`), value).to.equal('  ')
  })
})
