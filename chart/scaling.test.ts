import { expect } from 'chai'
import * as chart from './rendering.ts'

async function rendered(name: string, ...args: string[]): Promise<chart.KubeObject[]> {
  const found = chart.cases.find((one) => one.name === `${name}-values`)
  if (found === undefined) throw new Error(`no ci/${name}-values.yaml`)
  return chart.renderObjects('--values', found.path, ...args)
}

describe('chart, replicas and ways in', function () {
  this.timeout(60_000)
  before(function () {
    return chart.needsHelm(this)
  })

  it('scales the Deployment, which then says nothing of replicas', async () => {
    const objects = await rendered('autoscaling')
    const { spec } = chart.only(objects, 'HorizontalPodAutoscaler')
    const deployment = chart.only(objects, 'Deployment')
    const { apiVersion, kind, metadata } = deployment
    expect(spec?.scaleTargetRef).to.deep.equal({ apiVersion, kind, name: metadata.name })
    expect(deployment.spec).not.to.have.any.keys('replicas')
    expect([spec?.minReplicas, spec?.maxReplicas]).to.deep.equal([2, 10])
    expect(chart.only(await chart.renderObjects(), 'Deployment').spec?.replicas).to.equal(1)
  })

  it('scales by the CPU of the server alone, and by what is named beside it', async () => {
    const { spec } = chart.only(await rendered('autoscaling'), 'HorizontalPodAutoscaler')
    const [cpu, requests, ...others] = spec?.metrics ?? []
    expect(others).to.deep.equal([])
    expect(cpu?.containerResource).to.deep.equal({
      name: 'cpu',
      container: 'server',
      target: { type: 'Utilization', averageUtilization: 70 },
    })
    expect(requests?.pods?.metric.name).to.equal('cluster_inspector_http_requests_per_second')
    expect(spec?.behavior?.scaleDown?.stabilizationWindowSeconds).to.equal(300)
    const one = chart.only(await rendered('autoscaling-one'), 'HorizontalPodAutoscaler')
    expect(one.spec?.metrics?.map(({ type }) => type)).to.deep.equal(['Resource'])
  })

  it('leads the hosts of an Ingress to the Service, and lets them be names of the server', async () => {
    const objects = await rendered('ingress')
    const service = chart.only(objects, 'Service')
    const { spec } = chart.only(objects, 'Ingress')
    const paths = (spec?.rules ?? []).flatMap(({ host, http }) =>
      (http?.paths ?? []).map(({ path, pathType, backend }) => {
        expect(backend.service?.name).to.equal(service.metadata.name)
        expect(service.spec?.ports?.map(({ name }) => name)).to.include(backend.service?.port?.name)
        return `${host}${path} ${pathType}`
      }),
    )
    expect(paths).to.deep.equal([
      'inspector.example.com/ Prefix',
      'api.example.com/api Prefix',
      'api.example.com/docs Exact',
    ])
    expect(spec?.ingressClassName).to.equal('nginx')
    const names = chart.serverConfig(objects)['allowedHosts']
    expect(names).to.include.members(['inspector.example.com', 'api.example.com', 'inspector.internal'])
  })

  it('leads those of an HTTPRoute to the port there is', async () => {
    const objects = await rendered('gateway')
    const { spec } = chart.only(objects, 'HTTPRoute')
    const service = chart.only(objects, 'Service')
    expect(spec.rules[0]?.backendRefs).to.deep.equal([{ name: service.metadata.name, port: 443 }])
    expect(service.spec?.ports?.[0]).to.include({ name: 'https', port: 443 })
    expect(chart.serverConfig(objects)['allowedHosts']).to.include('inspector.example.com')
    const plain = chart.only(
      await rendered('gateway', '--set=tls.existingSecret=', '--set=service.port=8080'),
      'HTTPRoute',
    )
    expect(plain.spec.rules[0]?.backendRefs[0]?.port).to.equal(8080)
  })

  it('names no host that is switched off', async () => {
    const objects = await rendered('ingress', '--set=ingress.enabled=false')
    expect(chart.all(objects, 'Ingress')).to.deep.equal([])
    expect(chart.serverConfig(objects)['allowedHosts']).not.to.include('api.example.com')
  })
})
