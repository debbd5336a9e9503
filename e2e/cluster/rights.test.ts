import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { rbacGroups, rightParts, type RbacGroup, type Right } from '../../server/kinds/rbac-table.ts'
import { ownRights } from '../../server/app/own-rights.ts'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import { Kube } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { tokenOf } from './environment/identity.ts'
import { ACCOUNT, NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'
import { listedRights, rightsAre } from './rights/review.ts'
import { ask, expectServed, isDenied } from './rights/ask.ts'
import { openShop, type Shop } from './rights/shop.ts'

const GROUPS = Object.keys(rbacGroups) as RbacGroup[]
const EVERY: readonly Right[] = GROUPS.flatMap((group): readonly Right[] => rbacGroups[group])

/** Time from the API server's denial to the service's: a cached access review stays valid for a while. */
const LOST_WITHIN_MS = 10_000

describe('Rights: what the chart grants is what the routes may', () => {
  const { release, forward, kubectl, access } = world()
  let shop: Shop
  let own: Kube

  before(async function () {
    this.timeout(240_000)
    await release.reset()
    await forward.renew()
    shop = await openShop(`rights-${randomBytes(3).toString('hex')}`)
    own = new Kube({ ...access, token: await tokenOf(kubectl, NAMESPACE, ACCOUNT) })
  })
  after(async function () {
    this.timeout(240_000)
    await own.close()
    await shop.remove()
  })

  it('the service has the rights of the table and not one more', async () => {
    expect(await listedRights(own, shop.namespace)).to.deep.equal([...EVERY].sort())
    // Besides, its own objects in the namespace of the release.
    const there = new Set<string>([...EVERY, ...ownRights.map(({ right }) => right)])
    const listed = new Set(await listedRights(own, NAMESPACE))
    expect([...listed].sort()).to.deep.equal([...there].sort())
  })

  for (const [index, group] of GROUPS.entries()) {
    const rights: readonly Right[] = rbacGroups[group]
    // Routes that can respond with partial data are left out: they succeed as long as one part is readable.
    // e2e/faults/rights.test.ts checks them.
    const denied = routes.filter(
      ({ access, partial }) => !partial && access.some((right) => rights.includes(right)),
    )
    it(`rbac.groups.${group}=false denies ${denied.length} of ${routes.length} routes, each with the cluster's words`, async () => {
      const earlier = GROUPS[index - 1]
      const again = earlier === undefined ? [] : [`rbac.groups.${earlier}=true`]
      await release.set(...again, `rbac.groups.${group}=false`)
      await rightsAre((right) => !rights.includes(right))
      for (const route of routes) {
        const name = `${route.method} ${route.path}`
        if (denied.includes(route)) {
          const { json } = await until(`${name} to be denied`, () => deniedTo(route), LOST_WITHIN_MS)
          await isDenied(json, own, {
            rights: route.access.filter((right) => rights.includes(right)),
            enabledBy: `rbac.groups.${group}`,
            setting: `rbac.groups.${group}=true`,
          })
          continue
        }
        expectServed(route, await ask(route, shop))
      }
    })
  }

  async function deniedTo(route: (typeof routes)[number]) {
    const answer = await ask(route, shop)
    return answer.status === 403 ? answer : undefined
  }

  it('rbac.readOnly=true denies the restarts alone', async () => {
    await release.set(`rbac.groups.${GROUPS.at(-1)}=true`, 'rbac.readOnly=true')
    await forward.renew()
    const writes = new Set(EVERY.filter((right) => rightParts(right).write))
    await rightsAre((right) => !writes.has(right))
    for (const route of routes) {
      const answer = await ask(route, shop)
      if (route.method === 'GET') {
        expectServed(route, answer)
        continue
      }
      const { status, json } = answer
      expect(status, `${route.method} ${route.path}`).to.equal(403)
      const rights = route.access.filter((right) => writes.has(right))
      await isDenied(json, own, { rights, enabledBy: 'rbac.readOnly=false', setting: 'rbac.readOnly=false' })
    }
  })
})
