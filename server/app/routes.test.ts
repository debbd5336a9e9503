import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { ObjectSchema } from '../api/define-route.ts'
import { routes } from './routes.ts'

/**
 * The API that callers rely on: each route with its parameters (`*`: required), and a digest of the schemas of its body
 * and its response. A changed line is a changed API: a CHANGELOG entry belongs to it. New routes may be added
 * without a line.
 */
const PROMISED = `
GET /api/deployments namespace*,labelSelector,limit,continue,context b5f8721b
GET /api/deployments/{name} namespace*,include,context 0c88534f
POST /api/deployments/{name}/restart context 6f7fe35a
GET /api/deployments/{name}/pods namespace*,labelSelector,limit,continue,context ef8a8b5f
GET /api/deployments/{name}/events namespace*,labelSelector,limit,continue,context cd52c4af
GET /api/pods namespace,status,phase,node,labelSelector,limit,continue,context 67ef9424
GET /api/pods/{name} namespace*,include,context bbcbb0ab
POST /api/pods/{name}/restart context 140e07d3
GET /api/pods/{name}/logs namespace*,container,follow,tail,since,previous,timestamps,context 7ae02982
GET /api/pods/{name}/events namespace*,labelSelector,limit,continue,context cd52c4af
GET /api/nodes labelSelector,limit,continue,context ea8774d5
GET /api/nodes/{name} include,context 48fcfa0c
GET /api/nodes/{name}/pods labelSelector,limit,continue,context 67ef9424
GET /api/nodes/{name}/events labelSelector,limit,continue,context cd52c4af
GET /api/stream namespace,kinds,labelSelector,snapshot,context 312843f0
GET /api/contexts context b6039cda
GET /api/test-connection context 38ca40a9
GET /api/permissions namespace,context b3130113
GET /api/audit context 40028fa8
`
  .trim()
  .split('\n')

function parameters({ properties, required = [] }: ObjectSchema): string {
  return Object.keys(properties)
    .map((name) => `${name}${required.includes(name) ? '*' : ''}`)
    .join(',')
}

/** Returns a digest of a schema without its prose. */
function digest(schema: unknown): string {
  const text = JSON.stringify(schema, (name, value: unknown) => (PROSE.has(name) ? undefined : value))
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

const PROSE = new Set(['title', 'description', 'when', 'example', 'examples'])

describe('the routes', () => {
  it('keep their parameters and schemas', () => {
    const lines = routes.map(({ method, path, query, body, response }) => {
      // The events of the stream are one a kind, so they grow with the register.
      const shape = response.kind === 'json' ? response.schema : response.kind
      return [method, path, parameters(query) || '-', digest([body ?? null, shape])].join(' ')
    })
    expect(lines).to.include.members(PROMISED)
  })
})
