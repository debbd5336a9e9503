import { expect } from 'chai'
import {
  checkRights,
  optionalRights,
  rbacGroups,
  resourceRight,
  rightParts,
  type RbacGroup,
  type Right,
} from './rbac-table.ts'
import { rightKey } from '../cluster/access/rbac-hints.ts'
import { kinds } from './register.ts'
import { clusterRoutes as routes } from '../app/routes.ts'

const groups = Object.keys(rbacGroups) as RbacGroup[]
const granted = groups.flatMap((group): readonly Right[] => rbacGroups[group])

describe('the table of rights', () => {
  it('grants each right in exactly one group', () => expect(new Set(granted).size).to.equal(granted.length))

  it('grants every right a route uses, and no route uses none', () => {
    for (const route of routes) {
      expect(route.access, route.path).to.not.have.length(0)
      for (const right of route.access) expect(granted).to.include(right)
    }
  })

  it('grants no right that no route uses', () => {
    const used = new Set<Right>([...routes.flatMap((route) => route.access), ...optionalRights])
    // A watch right counts as used if its resource is listed: reads are served from watched state.
    const watched = granted.filter((right) => {
      const { verb, ...what } = rightParts(right)
      if (verb !== 'watch') return false
      return [...used].some((one) => {
        const listed = rightParts(one)
        return (
          listed.verb === 'list' && listed.resource === what.resource && listed.apiGroup === what.apiGroup
        )
      })
    })
    for (const right of watched) used.add(right)
    expect(granted.filter((right) => !used.has(right))).to.deep.equal([])
  })

  it('splits a right into its parts, and leads to its kind and group', () => {
    expect(rightParts('get pods/log')).to.deep.equal({
      verb: 'get',
      apiGroup: '',
      resource: 'pods/log',
      clusterWide: false,
      write: false,
    })
    expect(rightParts('patch deployments.apps')).to.deep.include({
      apiGroup: 'apps',
      resource: 'deployments',
      write: true,
    })
    expect(rightParts('list nodes').clusterWide).to.equal(true)
    // A Role can grant the first alone.
    expect(
      (['get namespaces', 'list namespaces', 'watch namespaces'] as const).map(
        (right) => rightParts(right).clusterWide,
      ),
    ).to.deep.equal([false, true, true])
    for (const group of groups)
      for (const right of rbacGroups[group]) {
        const { verb, kind, subresource } = resourceRight(right)
        expect(kind.rbacGroups?.[rightKey({ verb, ...(subresource && { subresource }) })], right).to.equal(
          group,
        )
      }
  })

  it('rejects a route that needs a right no kind declares', () => {
    const [route] = kinds[0].routes
    if (route === undefined) throw new Error('no route')
    expect(() => checkRights([{ ...route, access: ['list roles'] }])).to.throw(
      'GET /api/deployments needs the right "list roles", which no kind declares',
    )
    expect(() => resourceRight('get roles')).to.throw('no kind declares the right "get roles"')
  })
})
