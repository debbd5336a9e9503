import { expect } from 'chai'
import { clusterRoutes } from '../../server/app/routes.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('contexts, as such', () => {
  let target: Target
  const get = (path: string) => call(target.api, 'GET', path)
  const versionOf = async () => (await target.kube.get<{ gitVersion: string }>('/version')).gitVersion

  before(async () => {
    target = await openTarget()
  })

  it('lists contexts with the version of their cluster, and uses the default one without a name', async () => {
    const { status, json } = await get('/api/contexts')
    expect(status).to.equal(200)
    const contexts = json['contexts'] as Record<string, unknown>[]
    const current = contexts.filter((one) => one['current'] === true)
    expect(current).to.have.length(1)
    expect(current[0]).to.deep.include({ ready: true, serverVersion: await versionOf() })
    expect(Date.parse(String(current[0]?.['lastProbeTime']))).to.be.closeTo(Date.now(), 60_000)
    for (const { name } of contexts)
      expect((await get(`/api/pods?context=${String(name)}&limit=1`)).status).to.equal(200)
  })

  it('can be tested, step by step', async () => {
    const { status, json } = await get('/api/test-connection')
    expect(status).to.equal(200)
    expect(json).to.deep.include({ success: true, serverVersion: await versionOf() })
    const again = await get('/api/test-connection')
    expect(again.json, 'within 5 s, with the same durations').to.deep.equal(json)
    const checks = json['checks'] as { name: string; status: string }[]
    expect(checks.map(({ name }) => name)).to.deep.equal([
      'dns',
      'tcp',
      'tls',
      'authentication',
      'authorization',
      'version',
    ])
    expect(
      checks.filter(({ name }) => name !== 'dns' && name !== 'tls').map(({ status }) => status),
    ).to.deep.equal(['pass', 'pass', 'pass', 'pass'])
  })

  it('tell what the service may do, route by route', async () => {
    const { status, json } = await get('/api/permissions?namespace=default')
    expect(status).to.equal(200)
    const permissions = json['permissions'] as {
      group: string
      route: string
      allowed: boolean
      missing: []
    }[]
    expect(permissions.map(({ route }) => route)).to.deep.equal(
      clusterRoutes.map(({ method, path }) => `${method} ${path}`),
    )
    for (const one of permissions) expect(one, one.route).to.deep.include({ allowed: true, missing: [] })
    expect((await get('/api/permissions?namespace=No')).status).to.equal(400)
  })
})
