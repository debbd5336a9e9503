import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import { rightParts } from '../../server/kinds/rbac-table.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { tokenOf } from './environment/identity.ts'
import { ACCOUNT, NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'
import { ask, expectServed, isDenied } from './rights/ask.ts'
import { rightsAre } from './rights/review.ts'
import { openShop, type Shop } from './rights/shop.ts'

describe('rbac.scope=namespaces', () => {
  const { release, forward, kubectl, access } = world()
  const names = ['a', 'b'].map((letter) => `scope-${letter}-${randomBytes(3).toString('hex')}`)
  const shops: Shop[] = []
  let own: Kube
  const get = (path: string) => call(forward.api, 'GET', path)

  before(async function () {
    this.timeout(240_000)
    for (const name of names) shops.push(await openShop(name))
    own = new Kube({ ...access, token: await tokenOf(kubectl, NAMESPACE, ACCOUNT) })
    await release.setAlone('rbac.scope=namespaces', `rbac.namespaces={${names.toReversed().join(',')}}`)
    await forward.renew()
    for (const name of names) await rightsAre((right) => !rightParts(right).clusterWide, name)
    await rightsAre(() => false)
  })
  after(async () => {
    await own.close()
    for (const shop of shops) await shop.remove()
  })

  /** A list of Namespaces consists of those granted: `list` is not needed. */
  const NAMESPACES = '/api/namespaces'
  const isClusterWide = ({ path, access }: (typeof routes)[number]) =>
    path !== NAMESPACES && access.some((right) => rightParts(right).clusterWide)

  it('serves what is not cluster-wide in each of the namespaces', async () => {
    for (const shop of shops)
      for (const route of routes.filter((one) => !isClusterWide(one))) {
        expectServed(route, await ask(route, shop))
      }
  })

  it('spans exactly these where no namespace is named, in order, and page by page', async () => {
    const ours = async () => {
      const pods: Pod[] = []
      for (const name of names) pods.push(...(await kubectl.items<Pod>('pods', '-n', name, '-l', 'app=shop')))
      return pods.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    }
    const settled = async () => {
      for (const shop of shops) {
        await kubectl.text('rollout', 'status', '-n', shop.namespace, 'deployment/shop', '--timeout=90s')
        await kubectl.text(
          'wait',
          '-n',
          shop.namespace,
          '--for=condition=Ready',
          'pod',
          '--selector=app=shop',
          '--timeout=90s',
        )
      }
    }
    await settled()
    const keys = (items: unknown) =>
      (items as { namespace: string; name: string }[]).map(({ namespace, name }) => `${namespace}/${name}`)
    const expected = await ours()
    expect(keys((await get('/api/pods?labelSelector=app%3Dshop')).json['pods'])).to.deep.equal(expected)
    for (const limit of [1, 3]) {
      const seen: string[] = []
      for (let next: string | undefined = ''; next !== undefined;) {
        const { json } = await get(
          `/api/pods?labelSelector=app%3Dshop&limit=${limit}${next === '' ? '' : `&continue=${next}`}`,
        )
        expect(keys(json['pods']).length).to.be.at.most(limit)
        seen.push(...keys(json['pods']))
        next = json['continue'] as string | undefined
      }
      expect(seen).to.deep.equal(expected)
    }
  })

  it('lists the Namespaces that are granted', async () => {
    const { status, json } = await get(NAMESPACES)
    const listed = (json['namespaces'] as { name: string }[]).map(({ name }) => name)
    expect([status, listed]).to.deep.equal([200, names.toSorted()])
  })

  it('denies other namespaces and what is cluster-wide, and says that the scope is the reason', async () => {
    const scoped = { enabledBy: 'rbac.scope=cluster', setting: 'rbac.scope=cluster' } as const
    const [shop] = shops
    if (shop === undefined) throw new Error('no shop was opened')
    const elsewhere: Shop = {
      ...shop,
      namespace: 'kube-system',
      deployment: 'coredns',
      pod: async () => 'any',
    }
    for (const route of routes.filter(({ path }) => path !== NAMESPACES)) {
      const { status, json } = await ask(route, elsewhere)
      if (route.path === '/api/search') {
        expectOnlyNamespaces(status, json)
        continue
      }
      expect(status, `${route.method} ${route.path}: ${JSON.stringify(json)}`).to.equal(403)
      // A route that serves the parts that are readable names every right that it lacks.
      const [first, ...more] = json['missing'] as { enabledBy: string }[]
      for (const { enabledBy } of more)
        expect([route.partial, enabledBy]).to.deep.equal([true, scoped.enabledBy])
      await isDenied({ ...json, missing: [first] }, own, { rights: route.access, ...scoped })
    }
  })

  it('serves every route again with the default scope', async () => {
    await release.reset()
    await forward.renew()
    await rightsAre(() => true)
    const [shop] = shops
    if (shop === undefined) throw new Error('no shop was opened')
    for (const route of routes) expectServed(route, await ask(route, shop))
  })
})

/** A search finds Namespaces that are granted, whatever the namespace of the request, and names every other kind as denied. */
function expectOnlyNamespaces(status: number, json: Record<string, unknown>): void {
  expect(status).to.equal(200)
  const [results, unavailable] = [json['results'], json['unavailable']] as [
    { kind: string }[],
    { section: string; code: string }[],
  ]
  for (const { kind } of results) expect(kind).to.equal('Namespace')
  for (const { code } of unavailable) expect(code).to.equal('FORBIDDEN')
  const sections = unavailable.map(({ section }) => section)
  expect(sections).to.include.members(['deployments', 'pods', 'nodes', 'services'])
  expect(sections).not.to.include('namespaces')
}
