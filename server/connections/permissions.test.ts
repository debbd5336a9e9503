import { expect } from 'chai'
import type { Right } from '../kinds/rbac-table.ts'
import type { MissingRight } from '../core/errors.ts'
import { listPermissions, type RouteNeeds } from './permissions.ts'

describe('listPermissions', () => {
  const right = (verb: string, resource: string): MissingRight => ({ verb, resource, apiGroup: '' })
  const route = (access: readonly Right[], partial: boolean): RouteNeeds => ({
    method: 'GET',
    path: '/api/stream',
    access,
    partial,
  })
  const allowed = async (needs: RouteNeeds, missing: MissingRight[]) => {
    const { signal } = new AbortController()
    const connection = { missing: async () => missing }
    const { permissions } = await listPermissions(connection, [needs], undefined, signal)
    return permissions[0]
  }
  const both: readonly Right[] = ['list pods', 'watch pods', 'list nodes', 'watch nodes']

  it('allows a partial route while one of its kinds is granted in full, and names what is missing', async () => {
    const missing = [right('list', 'nodes')]
    expect(await allowed(route(both, true), missing)).to.deep.include({ allowed: true, missing })
    expect(await allowed(route(both, true), [])).to.deep.include({ allowed: true })
  })

  it('does not allow a partial route if every kind lacks a right', async () => {
    const missing = [right('list', 'nodes'), right('watch', 'pods')]
    expect(await allowed(route(both, true), missing)).to.deep.include({ allowed: false })
  })

  it('does not allow another route if one right is missing', async () => {
    expect(await allowed(route(both, false), [right('list', 'nodes')])).to.deep.include({ allowed: false })
  })
})
