import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { routes } from '../app/routes.ts'
import { signInExternalRoutes } from '../http/sign-in-routes.ts'
import { defineRoute } from './define-route.ts'
import { openApi } from './openapi.ts'
import { InvalidRequestError } from '../core/errors.ts'
import { ResponseMismatch, Validation } from './validation.ts'
import { problemCodes, problems } from './schemas/problems.ts'

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Record<string, unknown> }> }>
}

interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Record<string, unknown>>
    responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>
  }
}

const documentOf = (...parameters: Parameters<typeof openApi>): Document => openApi(...parameters) as Document

/** Formats that JSON Schema and OpenAPI define and that the document uses. */
const FORMATS = ['date-time']

/** Returns every schema and other object of a document with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, child] of Object.entries(value))
    if (key !== 'example' && key !== 'examples') yield* objectsIn(child, `${path}/${key}`)
}

/** Runs work that may find a request or a response wrong; throws every other error, such as that of a schema that cannot be compiled. */
function mayMismatch(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof InvalidRequestError || error instanceof ResponseMismatch)) throw error
  }
}

describe('the schemas of every route', () => {
  const validation = new Validation()

  for (const route of routes)
    it(`compile, which a service leaves to the first request: ${route.method} ${route.path}`, () => {
      const check = validation.request(route)
      mayMismatch(() => check({ params: {}, query: new URLSearchParams(), body: [] }))
      mayMismatch(() => validation.response(route)([]))
    })

  it('fail at the first request, in the words of the compiler, if they are none', () => {
    const [route] = routes
    const wrong = validation.request({
      ...route,
      query: { type: 'object', properties: {}, additionalProperties: false, unknown: 1 } as never,
    } as (typeof routes)[0])
    expect(() => wrong({ params: {}, query: new URLSearchParams(), body: undefined })).to.throw(
      'unknown keyword',
    )
  })
})

describe('the OpenAPI document', () => {
  const document = documentOf(routes, '1.2.3', signInExternalRoutes)
  const { schemas, responses } = document.components
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const own = operations.filter(({ path }) => !path.startsWith('/api/auth/'))
  const operationOf = (id: string): Operation => {
    const found = operations.find(({ operation }) => operation.operationId === id)
    if (found === undefined) throw new Error(`no operation ${id}`)
    return found.operation
  }

  it('contains every route, with a server and an operation id that reads as a verb and a noun [A16]', () => {
    expect(document.openapi).to.equal('3.1.0')
    expect(document.servers.map(({ url }) => url)).to.deep.equal(['/'])
    expect(own).to.have.length(routes.length)
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const id of ids)
      expect(id).to.match(
        /^(list|get|search|restart|stream|test|sign|complete|create|merge|update|change|reset|set|put|delete|import|find|analyze|match|troubleshoot|connect|disconnect)([A-Z][A-Za-z]+)?$/,
      )
  })

  it('declares each path parameter as required, and the parameter context for every route that reaches a cluster', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === 'path')
      expect(
        inPath.map((one) => `{${one.name}}`),
        path,
      ).to.deep.equal(path.match(/\{\w+\}/g) ?? [])
      for (const one of inPath) expect(one.required).to.equal(true)
    }
    for (const { path, query } of routes.filter(({ contextual }) => contextual))
      expect(query.properties, path).to.have.property('context')
    expect(operationOf('getSettings').parameters.map(({ name }) => name)).to.not.include('context')
  })

  it('declares a body for every POST, and for no GET and DELETE', () => {
    for (const { method, path, operation } of operations)
      expect(operation.requestBody !== undefined, path).to.equal(method === 'post')
  })

  it('requires a body only where a field is required [A16]', () => {
    const isRequired = (id: string) => operationOf(id).requestBody?.required
    expect(isRequired('restartPod')).to.equal(true)
    expect(isRequired('updateSettings')).to.equal(false)
  })

  it('declares the statuses that follow from the declaration of a route [A16]', () => {
    const every = [400, 401, 403, 408, 414, 417, 421, 429, 431, 500, 503]
    const statusesOf = (id: string): number[] =>
      Object.keys(operationOf(id).responses)
        .map(Number)
        .filter((status) => !every.includes(status))
    for (const { path, operation } of own)
      expect(Object.keys(operation.responses).map(Number), path).to.include.members(every)
    expect(statusesOf('listPods')).to.deep.equal([200, 304, 410])
    expect(statusesOf('getPod')).to.deep.equal([200, 304, 404])
    expect(statusesOf('listPodEvents')).to.deep.equal([200, 304, 404, 410])
    expect(statusesOf('streamPodLog')).to.deep.equal([200, 404])
    expect(statusesOf('streamChanges')).to.deep.equal([200])
    expect(statusesOf('restartPod')).to.deep.equal([200, 404, 409, 413, 415])
    expect(statusesOf('signOut')).to.deep.equal([200, 302, 404, 413, 415, 501])
  })

  it('declares the errors that a route adds', () => {
    const response = { type: 'object', properties: {} } as const
    const route = defineRoute({
      method: 'GET',
      path: '/api/x',
      summary: 'Get x',
      operationId: 'getX',
      response,
      audience: 'authenticated',
      access: [],
      problems: ['NOT_CONFIGURED'],
      handle: async () => ({}),
    })
    const operation = documentOf([route], '1').paths['/api/x']?.['get']
    expect(operation?.responses['501']).to.deep.equal({ $ref: '#/components/responses/NotConfigured' })
  })

  it('has one schema for each error code, which its status refers to [A16]', () => {
    const references = problemCodes.map((code) => {
      const name = code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
      const schema = schemas[`${name}Problem`]
      expect(schema, code).to.have.nested.property('properties.code.const', code)
      expect(schema?.['required'], code).to.include.members(['error', 'code'])
      return { name, code, $ref: `#/components/schemas/${name}Problem` }
    })
    expect(schemas['Problem']).to.deep.include({
      oneOf: references.map(({ $ref }) => ({ $ref })),
      discriminator: {
        propertyName: 'code',
        mapping: Object.fromEntries(references.map(({ code, $ref }) => [code, $ref])),
      },
    })
    expect(new Set(problemCodes.map((code) => problems[code].status)).size).to.equal(problemCodes.length)
    for (const { path, operation } of operations)
      for (const [status, { $ref }] of Object.entries(operation.responses).filter(([one]) => one >= '400')) {
        const { name = '', $ref: schema } =
          references.find(({ code }) => problems[code].status === Number(status)) ?? {}
        expect($ref, `${path} ${status}`).to.equal(`#/components/responses/${name}`)
        expect(responses[name]?.content['application/json'].schema).to.deep.equal({ $ref: schema })
      }
  })

  it('names every shape: an object with properties is a component, and parts refer to it [A16]', () => {
    const anonymous = [...objectsIn(document)].filter(
      ([path, { properties, type }]) =>
        type === 'object' && properties !== undefined && !/^#\/components\/schemas\/\w+$/.test(path),
    )
    expect(anonymous.map(([path]) => path)).to.deep.equal([])
    for (const name of Object.keys(schemas)) expect(name).to.match(/^[A-Z][A-Za-z]+$/)
    expect(Object.keys(schemas)).to.include.members(['PodList', 'PodSummary', 'PodDetail', 'StreamEvent'])
  })

  it('refers only to components that exist', () => {
    for (const [path, { $ref }] of objectsIn(document)) {
      if (typeof $ref !== 'string') continue
      const [, kind = '', name = ''] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec($ref) ?? []
      expect({ schemas, responses }, path).to.have.nested.property(`${kind}.${name}`)
    }
  })

  it('uses no format of its own, and has a pattern in its place [A16]', () => {
    for (const [path, { format }] of objectsIn(document))
      if (typeof format === 'string') expect(format, path).to.be.oneOf(FORMATS)
    const parameter = (id: string, name: string) =>
      operationOf(id).parameters.find((one) => one.name === name)?.schema
    expect(parameter('streamPodLog', 'since')?.['pattern']).to.be.a('string')
    expect(parameter('listPods', 'namespace')?.['pattern']).to.be.a('string')
    expect(parameter('listPods', 'labelSelector')?.['pattern']).to.be.a('string')
  })

  it('has the limits of a field where they are narrower than those of its format [A16]', () => {
    const { properties } = schemas['NotificationChange'] as { properties: Record<string, object> }
    expect(properties['title']).to.include({ minLength: 1, maxLength: 200 })
    expect(properties['resource']).to.include({ minLength: 1, maxLength: 512 })
  })

  it('contains schemas that are JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false })
    ajv.addFormat('date-time', true)
    ajv.addSchema(document, 'openapi.json')
    for (const name of Object.keys(schemas)) {
      const schema = { $ref: `openapi.json#/components/schemas/${name}` }
      expect(() => ajv.compile(schema), name).to.not.throw()
    }
  })

  it('rejects two schemas of one title', () => {
    const shape = (type: 'string' | 'integer') => ({
      method: 'GET' as const,
      summary: 'Get x',
      response: { title: 'X', type: 'object', properties: { x: { type } } } as const,
      audience: 'authenticated' as const,
      access: [],
      handle: async () => ({}),
    })
    const one = defineRoute({ ...shape('string'), path: '/api/x', operationId: 'getX' })
    const other = defineRoute({ ...shape('integer'), path: '/api/y', operationId: 'getY' })
    expect(() => openApi([one, other], '1')).to.throw('two schemas have the title "X"')
  })
})
