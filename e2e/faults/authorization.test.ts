import { expect } from 'chai'
import { routes } from '../../server/app/routes.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { CallersStage, READ } from '../support/callers.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantOn } from '../support/grants.ts'
import { call, queryOf } from '../support/http.ts'

const TROUBLESHOOT = '/api/ai/troubleshoot'

function bodyFor(path: string): object {
  return path === TROUBLESHOOT
    ? { resource: { kind: 'Pod', name: 'x', namespace: 'shop' } }
    : { namespace: 'shop' }
}

describe('authorization by the caller [S2]', () => {
  let stage: CallersStage

  beforeEach(async () => {
    stage = await CallersStage.open()
  })

  it('every route asks who calls, and what the cluster lets them do', async () => {
    await stage.serve()
    const nobody = stage.bearer('nobody')
    for (const route of routes) {
      const what = `${route.method} ${route.path}`
      const path = route.path.replace('{name}', 'x').replace('{type}', 'pods')
      const ask = async (headers: Record<string, string>) =>
        route.method === 'POST'
          ? call(stage.base, 'POST', path, bodyFor(path), headers)
          : call(stage.base, route.method, `${path}?namespace=shop${queryOf(route)}`, undefined, headers)
      const unknown = await ask({})
      expect([unknown.status, unknown.json['code']], what).to.deep.equal([401, 'UNAUTHORIZED'])
      // Routes that need no right in the cluster are open to every authenticated caller. Some name any kind.
      const isAuthorized = route.access.length > 0 || route.path.includes('{type}') || path === TROUBLESHOOT
      expect(route.audience === 'cluster-authorized', what).to.equal(isAuthorized)
      if (route.audience === 'authenticated') continue
      const denied = await ask(nobody)
      expect([denied.status, denied.json['code']], what).to.deep.equal([403, 'FORBIDDEN'])
      expect(denied.json['error'], what).to.include('"nobody"')
      if (route.audience === 'cluster-authorized')
        expect(denied.json['hint'], what).to.include(
          route.path.endsWith('/values')
            ? 'requires membership of a group in revealGroups'
            : 'the caller lacks this right, not the service',
        )
    }
  })

  it('says whose right is missing: the caller’s, or the service’s', async () => {
    for (const user of ['poor', 'ada']) grantOn(stage.demo, user, { verbs: READ, resources: ['pods'] })
    grantOn(stage.demo, 'poor', { verbs: READ, resources: ['deployments', 'events', 'nodes'] })
    grantOn(stage.demo, 'poor', { verbs: ['create'], resources: ['subjectaccessreviews', 'tokenreviews'] })
    const identity = stage.demo.addToken({ username: 'poor' })
    await stage.serve({ managedByChart: true }, identity)
    const ada = stage.bearer('ada')
    await stage.podsOf('shop', ada)
    const callers = await stage.get('/api/nodes', ada)
    expect(callers.json['error']).to.equal(
      'nodes is forbidden: User "ada" cannot list resource "nodes" in API group "" at the cluster scope',
    )
    expect(callers.json['missing']).to.deep.equal([{ verb: 'list', apiGroup: '', resource: 'nodes' }])
    grantOn(stage.demo, 'ada', { verbs: ['*'], resources: ['*'] })
    const [running] = await stage.podsOf('shop', ada)
    const log = `/api/pods/${running?.name}/logs?namespace=shop&container=${running?.containers[0]?.name}`
    const services = await stage.get(log, ada)
    expect(services.json['error']).to.include('User "poor" cannot get resource "pods/log"')
    expect(services.json['hint']).to.include('set rbac.groups.logs=true')
  })

  it('partial responses on one URL are each caller’s own', async () => {
    await stage.serve()
    grantOn(stage.demo, 'rich', { verbs: READ, resources: ['pods', 'deployments', 'daemonsets'] })
    grantOn(stage.demo, 'poor', { verbs: READ, resources: ['pods'] })
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['pods'] }, 'shop')
    const sections = async (user: string, path: string) => {
      const { status, json } = await stage.get(path, stage.bearer(user))
      expect(status, `${user} ${path}`).to.equal(200)
      return (json['unavailable'] as { section: string }[]).map(({ section }) => section)
    }
    for (const route of ['/api/labels?', '/api/dashboard/summary?', '/api/search?q=shop&'])
      // The responses are repeated, since the second could be a cached one.
      for (const _ of [1, 2]) {
        const denied = await sections('poor', route)
        expect(denied).to.include.members(['deployments', 'daemonsets']).and.not.include('pods')
        const rich = await sections('rich', route)
        expect(rich).to.deep.equal(denied.filter((one) => !['deployments', 'daemonsets'].includes(one)))
        expect(await sections('ada', `${route}namespace=shop`)).to.deep.equal(denied)
        const everywhere = await stage.get(route, stage.bearer('ada'))
        expect([everywhere.status, everywhere.json['error']]).to.deep.equal([
          400,
          'namespace is required: the caller may not list all namespaces',
        ])
      }
  })

  it('a search finds no Secret without the right, and never a value of one', async () => {
    await stage.serve()
    grantOn(stage.demo, 'poor', { verbs: READ, resources: ['pods', 'configmaps'] })
    grantOn(stage.demo, 'rich', { verbs: READ, resources: ['pods', 'secrets'] })
    stage.demo.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'planted-secret', namespace: 'shop', labels: { team: 'planted-team' } },
      data: { 'planted-key': Buffer.from('planted-value').toString('base64') },
    })
    const search = async (user: string, q: string) => {
      const { status, json, text } = await stage.get(`/api/search?q=${q}`, stage.bearer(user))
      expect(status, text.slice(0, 300)).to.equal(200)
      const sections = (json['unavailable'] as { section: string }[]).map(({ section }) => section)
      return { found: (json['results'] as { name: string }[]).map(({ name }) => name), sections }
    }
    for (const q of ['planted-secret', 'planted-team']) {
      expect((await search('rich', q)).found, q).to.deep.equal(['planted-secret'])
      const poor = await search('poor', q)
      expect(poor.found, q).to.deep.equal([])
      expect(poor.sections, q).to.include('secrets')
    }
    for (const q of ['planted-value', 'cGxhbnRlZC12YWx1ZQ', 'planted-key'])
      expect((await search('rich', q)).found, q).to.deep.equal([])
  })

  it('one object may be all that somebody may see; a name is denied whether or not it exists', async () => {
    await stage.serve()
    const ada = stage.bearer('ada')
    const known = (
      await stage.podsOf(
        'shop',
        (grantOn(stage.demo, 'bea', { verbs: READ, resources: ['pods'] }), stage.bearer('bea')),
      )
    )
      .map(({ name }) => name)
      .slice(0, 2)
    const [own = '', foreign = ''] = known
    grantOn(stage.demo, 'ada', { verbs: ['get'], resources: ['pods'], names: [own] }, 'shop')
    grantOn(stage.demo, 'ada', { verbs: ['list'], resources: ['events'] }, 'shop')
    const at = (name: string) => stage.get(`/api/pods/${name}?namespace=shop`, ada)
    expect((await at(own)).status).to.equal(200)
    expect((await at(own)).headers.get('x-cache')).to.equal('hit')
    const [there, absent] = [await at(foreign), await at('absent')]
    expect([there.status, absent.status]).to.deep.equal([403, 403])
    expect(absent.text.replaceAll('absent', foreign)).to.equal(there.text)
  })

  it('a restart takes the caller’s right to change, too, and nothing is changed without it', async () => {
    const time = new SkippingTime()
    await stage.serve({ time })
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['deployments'] }, 'shop')
    const ada = stage.bearer('ada')
    const restart = () =>
      call(stage.base, 'POST', '/api/deployments/storefront/restart', { namespace: 'shop' }, ada)
    let writes = 0
    stage.demo.onRequest(({ method }) => {
      if (method === 'PATCH') writes++
    })
    const denied = await restart()
    expect([denied.status, writes]).to.deep.equal([403, 0])
    expect(denied.json['error']).to.include('User "ada" cannot patch resource "deployments"')
    grantOn(stage.demo, 'ada', { verbs: [...READ, 'patch'], resources: ['deployments'] }, 'shop')
    await time.until('the restart', async () => ((await restart()).status === 200 ? true : undefined))
    expect(writes).to.equal(1)
  })

  it('hides other contexts unless they share identities; hidden and unknown ones give the same error', async () => {
    const away = await openDemoCluster({ controllers: false })
    const contexts = { away: { url: away.url, token: away.token } }
    for (const cluster of [stage.demo, away]) grantOn(cluster, 'ada', { verbs: READ, resources: ['pods'] })
    await stage.serve({ contexts })
    const ada = stage.bearer('ada')
    const there = await stage.get('/api/pods?context=away', ada)
    expect(there.status).to.equal(400)
    const unknown = await stage.get('/api/pods?context=nowhere', ada)
    expect(there.text).to.equal(unknown.text.replaceAll('nowhere', 'away'))
    expect((await stage.get('/api/pods?context=test', ada)).status).to.equal(200)
    await stage.serve({ contexts, settings: { sharedIdentities: ['away'] } })
    expect((await stage.get('/api/pods?context=away', ada)).status).to.equal(200)
    expect((await stage.get('/api/nodes?context=away', ada)).status).to.equal(403)
  })

  it('accepts callers by port-forward only if configured, without a name in the cluster', async () => {
    await stage.serve()
    expect((await stage.get('/api/pods')).status).to.equal(401)
    await stage.serve({ settings: { loopback: true } })
    const denied = await stage.get('/api/pods')
    expect([denied.status, denied.json['error']]).to.deep.equal([
      403,
      'pods is forbidden: User "cluster-inspector:local" cannot list resource "pods" in API group "" at the cluster scope',
    ])
  })

  it('responds 500 with the setting to change if the service may not review access of callers', async () => {
    grantOn(stage.demo, 'poor', { verbs: ['create'], resources: ['tokenreviews'] })
    grantOn(stage.demo, 'poor', { verbs: READ, resources: ['deployments', 'pods', 'events', 'nodes'] })
    await stage.serve({}, stage.demo.addToken({ username: 'poor' }))
    const failed = await stage.get('/api/pods', stage.bearer('ada'))
    expect([failed.status, failed.json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
    expect(failed.json['details']).to.include('auth.authorization=caller')
  })
})
