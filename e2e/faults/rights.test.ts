import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { rbacGroups, rightParts, type RbacGroup, type Right } from '../../server/kinds/rbac-table.ts'
import { streamKinds, type StreamKind } from '../../server/stream/stream-kinds.ts'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { grantRights } from '../support/grants.ts'
import { call, queryOf, type Answer } from '../support/http.ts'
import { Kube, type KubeObject } from '../support/kube.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

const clock = secondsApart()

const groups = Object.keys(rbacGroups) as RbacGroup[]
const rightsOf = (group: RbacGroup): readonly Right[] => rbacGroups[group]

/** Whether a stream cannot tell of a kind: to follow it takes a list and a watch. */
function isDenied({ kind: { plural, apiGroup } }: StreamKind, off: ReadonlySet<Right>): boolean {
  return [...off]
    .map(rightParts)
    .some(
      (right) =>
        right.resource === plural && right.apiGroup === apiGroup && ['list', 'watch'].includes(right.verb),
    )
}

/** The section of a partial response that a right to list opens: the name of its kind in paths. */
function sectionOf(right: Right): string {
  const { resource, apiGroup } = rightParts(right)
  const streamed = streamKinds.find(({ kind }) => kind.plural === resource && kind.apiGroup === apiGroup)
  // EndpointSlices are a registered kind without a stream; extensions of the API are no registered kinds.
  return streamed?.plural ?? (resource === 'endpointslices' ? resource : `${resource}.${apiGroup}`)
}

const kindOf = (plural: string) => streamKinds.find((row) => row.plural === plural)?.kind

const podNamed = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
})

/** Whether a ReplicaSet is of a Deployment that these tests do not restart. */
function isOfRecommendations({ metadata }: KubeObject): boolean {
  return metadata.name.startsWith('recommendations')
}

/** The kinds that a stream, read until it was synced, told of as these events. */
function kindsSent(text: string, event: 'forbidden' | 'synced'): string[] {
  return [...text.matchAll(new RegExp(`^event: ${event}\\n(?:id: .*\\n)?data: (.*)$`, 'gm'))].flatMap(
    ([, data]) => {
      const { kind, kinds } = JSON.parse(data ?? '') as { kind?: string; kinds?: string[] }
      return kinds ?? kind ?? []
    },
  )
}

describe('403: the set of routes a right decides, from the table', () => {
  let demo: DemoCluster
  let kube: Kube
  /** An object that exists and stays, by the plural of its kind. */
  const subjects = new Map<string, KubeObject>()

  before(async () => {
    demo = await openDemoCluster({ pace: 'fast' })
    kube = new Kube({ url: demo.url, token: demo.token })
    const pod = demo.apply(podNamed('subject'))
    await until('the Pod to run', async () => {
      const { status } = await kube.get('/api/v1/namespaces/shop/pods/subject')
      return (status as { phase?: string }).phase === 'Running' ? true : undefined
    })
    subjects.set('pods', pod)
    for (const { path } of routes.filter(({ path }) => path.includes('{name}'))) {
      const plural = path.split('/')[2] ?? ''
      const kind = kindOf(plural)
      if (kind === undefined)
        throw new Error(`${path} is of no kind of the stream: say where its objects are`)
      const root = kind.apiGroup === '' ? `/api/${kind.version}` : `/apis/${kind.apiGroup}/${kind.version}`
      const { items } = await kube.get<{ items: KubeObject[] }>(`${root}/${kind.plural}`)
      // The ReplicaSets of a Deployment that is restarted do not stay.
      const staying = plural === 'replicasets' ? items.filter(isOfRecommendations) : items
      const chosen =
        staying.find(({ metadata }) => [metadata.namespace, metadata.name].includes('shop')) ?? staying[0]
      if (chosen === undefined) throw new Error(`the demo cluster has no ${plural}: seed one, for ${path}`)
      if (!subjects.has(plural)) subjects.set(plural, chosen)
    }
  })

  function subject(plural: string): KubeObject {
    const found = subjects.get(plural)
    if (found === undefined) throw new Error(`no ${plural}`)
    return found
  }

  /** Calls a route with the name of an object that exists. */
  async function ask(base: string, route: (typeof routes)[number]): Promise<Answer> {
    const { method, path, partial } = route
    const plural = path.split('/')[2] ?? ''
    // Read until it is synced: of every kind there is.
    if (partial && path === '/api/stream')
      return call(base, method, `${path}?kinds=${streamKinds.map((row) => row.plural).join()}`)
    if (partial) return call(base, method, `${path}?namespace=shop${queryOf(route)}`)
    if (!path.includes('{name}'))
      return call(base, method, kindOf(plural)?.namespaced === true ? `${path}?namespace=shop` : path)
    // Whoever restarts a Pod takes it away: each time it is another one.
    const deletes = path === '/api/pods/{name}/restart'
    const { name, namespace } = (deletes ? demo.apply(podNamed(`restarted-${++restarted}`)) : subject(plural))
      .metadata
    const target = path.replace('{name}', name)
    if (method === 'POST') return call(base, method, target, { namespace })
    return call(base, method, namespace === undefined ? target : `${target}?namespace=${namespace}`)
  }
  let restarted = 0

  const everything = groups.flatMap(rightsOf)

  for (const group of groups)
    it(`denies exactly the routes that need a right of rbac.groups.${group} without it`, async () => {
      const off = new Set(rightsOf(group))
      const token = grantRights(
        demo,
        `without-${group}`,
        everything.filter((right) => !off.has(right)),
      )
      const service = await serveCluster(demo.url, token, { managedByChart: true, clock })
      const base = `http://127.0.0.1:${service.port}`
      for (const route of routes) {
        const answer = await ask(base, route)
        const what = `${route.method} ${route.path}: ${answer.status} ${answer.text.slice(0, 300)}`
        const missing = route.access.filter((right) => off.has(right))
        if (route.partial && route.path !== '/api/stream') {
          expect(answer.status, what).to.equal(200)
          const unavailable = answer.json['unavailable'] as { section: string; code: string; error: string }[]
          expect(
            unavailable.map(({ section }) => section),
            what,
          ).to.have.members(missing.map(sectionOf))
          for (const { code, error } of unavailable) {
            expect(code, what).to.equal('FORBIDDEN')
            expect(error, what).to.include(`is forbidden: User "without-${group}" cannot list resource`)
          }
          continue
        }
        if (route.partial) {
          const [denied, told] = [
            streamKinds.filter((row) => isDenied(row, off)),
            streamKinds.filter((row) => !isDenied(row, off)),
          ]
          expect(answer.status, what).to.equal(200)
          expect(kindsSent(answer.text, 'forbidden'), what).to.have.members(
            denied.map(({ plural }) => plural),
          )
          expect(kindsSent(answer.text, 'synced'), what).to.have.members(told.map(({ plural }) => plural))
          continue
        }
        if (missing.length === 0) {
          expect(answer.status, what).to.equal(200)
          continue
        }
        expect(answer.status, what).to.equal(403)
        expect(answer.json, what).to.deep.include({ code: 'FORBIDDEN', statusCode: 403 })
        const sentences = missing
          .map(rightParts)
          .map(
            ({ verb, resource, apiGroup }) =>
              `is forbidden: User "without-${group}" cannot ${verb} resource "${resource}" in API group "${apiGroup}" `,
          )
        expect(String(answer.json['error']), what).to.satisfy((error: string) =>
          sentences.some((sentence) => error.includes(sentence)),
        )
        expect(answer.json['error'], what).to.match(/(in the namespace "shop"|at the cluster scope)$/)
        expect(answer.json['missing'], what).to.have.nested.property('[0].enabledBy', `rbac.groups.${group}`)
        expect(answer.json['hint'], what).to.include(`set rbac.groups.${group}=true`)
      }
    })

  it('lists granted namespaces in namespaces scope, and names the scope in every other 403', async () => {
    const namespaces = ['payments', 'monitoring']
    const token = grantRights(
      demo,
      'scoped',
      everything.filter((right) => !rightParts(right).clusterWide),
      namespaces,
    )
    const service = await serveCluster(demo.url, token, { managedByChart: true, settings: { namespaces } })
    const base = `http://127.0.0.1:${service.port}`
    const { json } = await call(base, 'GET', '/api/pods')
    const keys = (json['pods'] as { namespace: string; name: string }[]).map(
      (one) => `${one.namespace}/${one.name}`,
    )
    expect(new Set(keys.map((key) => key.split('/')[0]))).to.deep.equal(new Set(namespaces))
    expect(keys).to.deep.equal([...keys].sort())
    const seen: string[] = []
    let next = ''
    do {
      const page = await call(base, 'GET', `/api/pods?limit=2${next && `&continue=${next}`}`)
      seen.push(
        ...(page.json['pods'] as { namespace: string; name: string }[]).map(
          (one) => `${one.namespace}/${one.name}`,
        ),
      )
      next = typeof page.json['continue'] === 'string' ? page.json['continue'] : ''
    } while (next !== '')
    expect(seen).to.deep.equal(keys)
    for (const path of [
      '/api/pods?namespace=kube-system',
      '/api/nodes',
      `/api/nodes/${subject('nodes').metadata.name}`,
    ]) {
      const denied = await call(base, 'GET', path)
      expect(denied.status, path).to.equal(403)
      expect(denied.json['missing'], path).to.have.nested.property('[0].enabledBy', 'rbac.scope=cluster')
    }
  })

  it('lists the granted Namespaces in namespaces scope, each read by its name', async () => {
    const namespaces = ['payments', 'monitoring', 'gone']
    const token = grantRights(
      demo,
      'scoped-namespaces',
      everything.filter((right) => !rightParts(right).clusterWide),
      namespaces,
    )
    const settings = { namespaces }
    const service = await serveCluster(demo.url, token, { managedByChart: true, settings })
    const base = `http://127.0.0.1:${service.port}`
    const list = async (query: string) => {
      const { status, json } = await call(base, 'GET', `/api/namespaces${query}`)
      return [status, (json['namespaces'] as { name: string }[]).map(({ name }) => name), json['remaining']]
    }
    expect(await list('')).to.deep.equal([200, ['monitoring', 'payments'], undefined])
    expect(await list('?limit=1')).to.deep.equal([200, ['monitoring'], 1])
    const { json: page } = await call(base, 'GET', '/api/namespaces?limit=1')
    expect(await list(`?limit=1&continue=${String(page['continue'])}`)).to.deep.equal([
      200,
      ['payments'],
      undefined,
    ])
    const selected = '?labelSelector=kubernetes.io/metadata.name=payments'
    expect(await list(selected)).to.deep.equal([200, ['payments'], undefined])
    for (const path of ['/api/namespaces/payments', '/api/namespaces/payments/events'])
      expect((await call(base, 'GET', path)).status, path).to.equal(200)
    const elsewhere = await call(base, 'GET', '/api/namespaces/shop')
    expect([elsewhere.status, elsewhere.json['missing']]).to.deep.equal([
      403,
      [
        {
          verb: 'get',
          apiGroup: '',
          resource: 'namespaces',
          namespace: 'shop',
          enabledBy: 'rbac.scope=cluster',
        },
      ],
    ])
    const { json } = await call(base, 'GET', '/api/permissions')
    const permissions = json['permissions'] as { route: string; allowed: boolean }[]
    const allowed = permissions.filter(({ route }) => route.includes('/api/namespaces'))
    expect(allowed.map((one) => one.allowed)).to.deep.equal([true, true, true])
    const { text } = await call(base, 'GET', '/api/stream?kinds=namespaces,pods')
    expect(kindsSent(text, 'forbidden')).to.deep.equal(['namespaces'])
  })

  it('denies a list of Namespaces in namespaces scope if one of them is denied', async () => {
    const all = everything.filter((right) => !rightParts(right).clusterWide)
    const without = all.filter((right) => right !== 'get namespaces')
    const token = grantRights(demo, 'unnamed', without, ['payments'])
    const settings = { namespaces: ['payments'] }
    const service = await serveCluster(demo.url, token, { managedByChart: true, settings })
    const { status, json } = await call(`http://127.0.0.1:${service.port}`, 'GET', '/api/namespaces')
    expect(status).to.equal(403)
    expect(json['missing']).to.have.nested.property('[0].enabledBy', 'rbac.groups.namespaces')
    expect(json['error']).to.match(/cannot get resource "namespaces" .* in the namespace "payments"$/)
  })

  it('read only: restarts are 403 that name the switch, reads go on', async () => {
    const token = grantRights(
      demo,
      'read-only',
      everything.filter((right) => !rightParts(right).write),
    )
    const service = await serveCluster(demo.url, token, {
      managedByChart: true,
      settings: { readOnly: true },
    })
    const base = `http://127.0.0.1:${service.port}`
    const { name, namespace } = subject('deployments').metadata
    const restart = await call(base, 'POST', `/api/deployments/${name}/restart`, { namespace })
    expect(restart.status).to.equal(403)
    expect(restart.json['missing']).to.deep.equal([
      {
        verb: 'patch',
        apiGroup: 'apps',
        resource: 'deployments',
        namespace,
        enabledBy: 'rbac.readOnly=false',
      },
    ])
    const pod = await call(base, 'POST', `/api/pods/${subject('pods').metadata.name}/restart`, {
      namespace: subject('pods').metadata.namespace,
    })
    expect(pod.json['missing']).to.have.nested.property('[0].enabledBy', 'rbac.readOnly=false')
    expect((await call(base, 'GET', '/api/pods')).status).to.equal(200)
  })

  it('a denied name is 403 whether or not it exists, from watched state and from the cluster [S12]', async () => {
    const token = grantRights(demo, 'nobody', [])
    const service = await serveCluster(demo.url, token)
    const base = `http://127.0.0.1:${service.port}`
    const { name, namespace } = subject('pods').metadata
    for (const wish of [{}, { 'cache-control': 'no-cache' }])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['GET', '/events', undefined],
        ['GET', '/logs', undefined],
        ['POST', '/restart', { namespace }],
      ] as const) {
        const ask = (one: string) =>
          call(base, method, `/api/pods/${one}${rest}?namespace=${namespace}`, body, wish)
        const [there, absent] = [await ask(name), await ask('absent')]
        expect([there.status, absent.status], rest).to.deep.equal([403, 403])
        expect(absent.text).to.equal(there.text.replaceAll(name, 'absent'))
      }
  })
})
