import { expect } from 'chai'
import type { ObjectMeta } from '../cluster/objects.ts'
import { metadata } from '../testing/metadata.ts'
import { defineKind, rightsOf, type KindDeclaration } from './define-kind.ts'
import { events } from './events/kind.ts'
import { kindRoutes, selectionOf } from './kind-routes.ts'

interface Thing {
  metadata: ObjectMeta
}
interface ListedThing {
  name: string
}

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' } },
} as const
const shape = { schema, project: (thing: Thing): ListedThing => ({ name: thing.metadata.name }) }
const body = {
  type: 'object',
  required: ['namespace'],
  properties: { namespace: { type: 'string' } },
} as const

function kindOf(fields: Partial<KindDeclaration<Thing, ListedThing, string, string, string>> = {}) {
  return defineKind<Thing, ListedThing, string, string, string>({
    group: 'networking.k8s.io',
    version: 'v1',
    kind: 'Ingress',
    plural: 'ingresses',
    path: 'ingress',
    scope: 'Namespaced',
    summary: shape,
    detail: shape,
    stream: false,
    rbac: { group: 'network', description: 'Ingresses.' },
    visibleFields: ['metadata.name'],
    samples: [{ metadata: metadata() }],
    ...fields,
  })
}

const routesOf = (fields: Parameters<typeof kindOf>[0] = {}) => kindRoutes(kindOf(fields), events)

describe('the routes of a kind', () => {
  it('consist of its list, its detail and its events, by its path', () => {
    const shown = routesOf().map(({ method, path, operationId, summary, access, cacheable }) => [
      `${method} ${path}`,
      operationId,
      summary,
      access.join(', '),
      cacheable,
    ])
    expect(shown).to.deep.equal([
      ['GET /api/ingress', 'listIngresses', 'List Ingresses', 'list ingresses.networking.k8s.io', true],
      ['GET /api/ingress/{name}', 'getIngress', 'Get an Ingress', 'get ingresses.networking.k8s.io', true],
      [
        'GET /api/ingress/{name}/events',
        'listIngressEvents',
        'List the events of an Ingress',
        'get ingresses.networking.k8s.io, list events',
        true,
      ],
    ])
  })

  it('have the path as the field of the list, with an example from the samples', () => {
    const [list] = routesOf()
    if (list?.response.kind !== 'json') throw new Error('the list is no JSON')
    const { schema, example } = list.response
    expect(typeof example === 'function' ? example() : example).to.deep.equal({ ingress: [{ name: 'web' }] })
    expect(schema.required).to.deep.equal(['ingress'])
  })

  it('have English plurals in their names', () => {
    const id = (kind: string, plural: string) => routesOf({ kind, plural })[0]?.operationId
    expect([id('NetworkPolicy', 'networkpolicies'), id('Endpoints', 'endpoints')]).to.deep.equal([
      'listNetworkPolicies',
      'listEndpoints',
    ])
  })

  it('take a namespace as the scope and the declaration say', () => {
    const queries = (fields: Parameters<typeof kindOf>[0]) =>
      routesOf(fields).map(({ query: { properties, required = [] } }) =>
        'namespace' in properties ? (required.includes('namespace') ? 'required' : 'optional') : 'none',
      )
    expect(queries({})).to.deep.equal(['optional', 'required', 'required'])
    expect(queries({ listNamespace: 'required' })).to.deep.equal(['required', 'required', 'required'])
    expect(queries({ scope: 'Cluster' })).to.deep.equal(['none', 'none', 'none'])
  })

  it('leave out what the declaration switches off', () => {
    expect(routesOf({ list: false, detail: null, events: false })).to.deep.equal([])
  })

  it('include its actions, with their rights', () => {
    const [action] = routesOf({
      list: false,
      detail: null,
      events: false,
      actions: [
        {
          name: 'scale',
          summary: 'Scale an Ingress',
          verb: 'patch',
          subresource: 'scale',
          body,
          response: schema,
          event: null,
          run: async () => ({ name: 'web' }),
        },
      ],
    })
    expect(action).to.deep.include({
      method: 'POST',
      path: '/api/ingress/{name}/scale',
      operationId: 'scaleIngress',
      access: ['get ingresses.networking.k8s.io', 'patch ingresses.networking.k8s.io/scale'],
    })
  })
})

describe('a declared kind', () => {
  it('knows the group of the chart that grants each of its rights', () => {
    const further = [{ verb: 'get', subresource: 'log', group: 'logs', description: 'Logs.' }] as const
    const kind = kindOf({ rbac: { group: 'network', description: 'Ingresses.', further } })
    expect(kind.rbacGroups).to.deep.equal({
      get: 'network',
      list: 'network',
      watch: 'network',
      'get log': 'logs',
    })
  })

  it('needs no right to get one object if no route does', () => {
    const { declaration } = kindOf({ detail: null, events: false })
    expect(rightsOf(declaration).map(({ verb }) => verb)).to.deep.equal(['list', 'watch'])
  })

  it('splits a query into its own filters and the selection of every list', () => {
    const kind = kindOf({
      list: {
        properties: { host: { type: 'string' } },
        select: ({ host = '' }) => ({
          fieldSelector: `spec.host=${host}`,
          filter: { key: host, keeps: () => true },
        }),
      },
    })
    const { selection, filter } = selectionOf(kind, { namespace: 'shop', limit: 5, host: 'a' })
    expect(selection).to.deep.equal({ namespace: 'shop', limit: 5, fieldSelector: 'spec.host=a' })
    expect(filter.filter?.key).to.equal('a')
  })
})
