import { expect } from 'chai'
import type { RunningServer } from '../../server/app/server.ts'
import { pod } from '../support/churn.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { respond } from '../support/demo/fault-actions.ts'
import { exposition } from '../support/exposition.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { serveCluster } from '../support/serve.ts'

type Json = Record<string, unknown>

describe('an API server whose objects do not match their kind', () => {
  let demo: DemoCluster
  let service: RunningServer
  let good: Json

  before(async () => {
    demo = await openDemoCluster({ controllers: false })
    demo.apply(pod('good', 'Running'))
    service = await serveCluster(demo.url, demo.token)
    good = await new Kube({ url: demo.url, token: demo.token }).get<Json>(
      '/api/v1/namespaces/default/pods/good',
    )
  })
  afterEach(() => demo.faults.clear())

  const read = (path: string) =>
    call(`http://127.0.0.1:${service.port}`, 'GET', path, undefined, { 'cache-control': 'no-cache' })
  const answer = (path: string, body: unknown) =>
    demo.faults.inject({
      when: ({ url }) => url.startsWith(path) && !url.includes('watch='),
      action: respond({ code: 200, body }),
    })
  const withSpec = (spec: unknown) => ({ ...good, spec })

  it('serves the detail of an object that refers to names no object can have', async () => {
    const name = '../secrets/x'
    const metadata = { ...(good['metadata'] as Json), namespace: 'Not/A namespace' }
    const spec = {
      containers: [{ name: 'main', image: 'x', envFrom: [{ configMapRef: { name } }] }],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }],
      nodeName: name,
      serviceAccountName: name,
    }
    const waiting = { reason: 'CreateContainerConfigError', message: `configmap "${name}" not found` }
    const status = {
      phase: 'Pending',
      containerStatuses: [{ name: 'main', ready: false, state: { waiting } }],
    }
    for (const object of [
      { ...good, spec, status },
      { ...good, metadata, spec, status },
    ]) {
      answer('/api/v1/namespaces/default/pods/good', object)
      const { status: code, text } = await read('/api/pods/good?namespace=default&include=diagnosis,related')
      expect(code, text).to.equal(200)
      demo.faults.clear()
    }
  })

  it('lists the other objects, and counts the malformed ones', async () => {
    const items = [
      null,
      1,
      'x',
      [],
      {},
      { metadata: {} },
      withSpec({ containers: 'x' }),
      good,
      withSpec({ nodeName: {} }),
    ]
    answer('/api/v1/pods', { kind: 'PodList', metadata: { continue: null, remainingItemCount: 'x' }, items })
    for (const query of ['', '?limit=20']) {
      const { status, json } = await read(`/api/pods${query}`)
      expect([status, (json['pods'] as { name: string }[]).map(({ name }) => name)]).to.deep.equal([
        200,
        ['good'],
      ])
    }
    const counted = await exposition(`http://127.0.0.1:${service.metricsPort}`)
    expect(counted.sum('cluster_inspector_reflector_quarantined_total', { resource: 'pods' })).to.be.at.least(
      16,
    )
  })

  const details: [what: string, body: () => unknown][] = [
    ['nothing', () => ({})],
    ['a list', () => [good]],
    ['null', () => null],
    ['another object', () => ({ ...good, metadata: { ...Object(good['metadata']), name: 'other' } })],
    ['an object without uid', () => ({ ...good, metadata: { name: 'good', namespace: 'default' } })],
    ['a field of another type', () => withSpec({ containers: [{ name: 'main', ports: 5 }] })],
  ]
  for (const [what, body] of details)
    it(`fails the detail in the words of the API, where the API server sends ${what}`, async () => {
      answer('/api/v1/namespaces/default/pods/good', body())
      const { status, json } = await read('/api/pods/good?namespace=default')
      expect(status).to.equal(500)
      expect(json).to.include({
        error: 'an object of the cluster is not a valid Pod',
        code: 'INTERNAL_ERROR',
      })
    })

  it('fills fields that are missing or null with the zero values of Go', async () => {
    answer('/api/v1/namespaces/default/pods/good', {
      ...withSpec({ containers: [{ name: null }] }),
      status: null,
    })
    const { status, json } = await read('/api/pods/good?namespace=default')
    expect([status, json['containers']]).to.be.an('array').with.property('0', 200)
    expect(json['containers']).to.have.nested.property('[0].name', '')
  })

  const joins: [path: string, body: () => unknown][] = [
    ['/api/pods/good/logs', () => withSpec(7)],
    ['/api/pods/good/logs', () => withSpec({ containers: 7 })],
    ['/api/pods/good/logs', () => withSpec({ containers: [{ name: {} }] })],
    ['/api/pods/good/events', () => ({ ...good, metadata: 5 })],
  ]
  for (const [number, [path, body]] of joins.entries())
    it(`fails ${path} in the words of the API (${number + 1})`, async () => {
      answer('/api/v1/namespaces/default/pods/good', body())
      const { json } = await read(`${path}?namespace=default`)
      expect(json['error']).to.be.oneOf([
        'an object of the cluster is not a valid Pod',
        'container is required, since the Pod has several containers: ',
      ])
    })
})
