import { expect } from 'chai'
import { internalError } from '../support/demo/fault-actions.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantOn } from '../support/grants.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'

interface Check {
  name: string
  status: string
  milliseconds: number
  message: string
}

describe('contexts that cannot be used', () => {
  it('say why, and do not keep others from being listed', async () => {
    const demo = await openDemoCluster({ controllers: false })
    const away = { url: 'http://127.0.0.1:9', token: 'x' }
    const nameless = { url: 'https://no-such-host.invalid:6443', token: 'x' }
    const stranger = { url: demo.url, token: 'made-up' }
    const service = await serveCluster(demo.url, demo.token, { contexts: { away, nameless, stranger } })
    const base = `http://127.0.0.1:${service.port}`
    const { json } = await call(base, 'GET', '/api/contexts')
    const contexts = json['contexts'] as Record<string, unknown>[]
    expect(contexts.map(({ name, ready }) => [name, ready])).to.deep.equal([
      ['test', true],
      ['away', false],
      ['nameless', false],
      ['stranger', false],
    ])
    expect(contexts[1]?.['reason']).to.include('ECONNREFUSED')
    expect(contexts[3]?.['reason']).to.include('rejected the credentials')
    const steps = async (context: string) => {
      const tested = await call(base, 'GET', `/api/test-connection?context=${context}`)
      expect([tested.status, tested.json['success']]).to.deep.equal([200, false])
      const checks = tested.json['checks'] as Check[]
      const failed = checks.find(({ status }) => status === 'fail')
      expect(tested.json['message']).to.include(`cannot be used: ${failed?.name}: ${failed?.message}`)
      return checks.map(({ name, status }) => `${name} ${status}`).join(', ')
    }
    expect(await steps('away')).to.equal(
      'dns skipped, tcp fail, tls skipped, authentication skipped, authorization skipped, version skipped',
    )
    expect(await steps('nameless')).to.match(/^dns fail, tcp skipped, /)
    expect(await steps('stranger')).to.match(
      /^dns skipped, tcp pass, tls skipped, authentication fail, authorization skipped, /,
    )
  })

  it('have rights that are missing, named with what to set', async () => {
    const demo = await openDemoCluster({ controllers: false })
    grantOn(demo, 'poor', { verbs: ['get', 'list', 'watch'], resources: ['pods'] })
    const token = demo.addToken({ username: 'poor', groups: ['system:authenticated'] })
    const service = await serveCluster(demo.url, token, { managedByChart: true })
    const base = `http://127.0.0.1:${service.port}`
    const { json } = await call(base, 'GET', '/api/permissions?namespace=shop')
    const of = (route: string) =>
      (json['permissions'] as { route: string }[]).find((one) => one.route === route)
    expect(of('GET /api/pods')).to.deep.equal({
      group: 'pods',
      route: 'GET /api/pods',
      allowed: true,
      missing: [],
    })
    expect(of('POST /api/pods/{name}/restart')).to.deep.include({
      allowed: false,
      missing: [
        {
          verb: 'delete',
          apiGroup: '',
          resource: 'pods',
          namespace: 'shop',
          enabledBy: 'rbac.groups.pods',
        },
      ],
    })
    expect(of('GET /api/pods/{name}/logs')).to.have.nested.property('missing[0].resource', 'pods/log')
    expect(of('GET /api/nodes')).to.not.have.nested.property('missing[0].namespace')
    const tested = await call(base, 'GET', '/api/test-connection')
    expect(tested.json['success']).to.equal(true)
    const authorization = (tested.json['checks'] as Check[]).find(({ name }) => name === 'authorization')
    expect(authorization?.message).to.match(/^3 of the \d+ rights/)
    const fault = demo.faults.inject({
      when: ({ url }) => url.includes('rulesreviews'),
      action: internalError(),
    })
    expect((await call(base, 'GET', '/api/permissions?namespace=payments')).status).to.equal(500)
    fault.lift()
  })
})
