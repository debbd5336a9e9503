import { expect } from 'chai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { routes } from '../app/routes.ts'
import { openApi } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: unknown
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

describe('the OpenAPI description', () => {
  const description = openApi(routes, '1.2.3') as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  it('has every route once, under a name of its own', () => {
    expect(description.openapi).to.equal('3.1.0')
    expect(operations).to.have.length(routes.length)
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).to.equal(routes.length)
  })

  it('names each path parameter, and context everywhere', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === 'path')
      expect(
        inPath.map((one) => `{${one.name}}`),
        path,
      ).to.deep.equal(path.match(/\{\w+\}/g) ?? [])
      for (const one of inPath) expect(one.required).to.equal(true)
      expect(operation.parameters.map((one) => one.name)).to.include('context')
    }
  })

  it('shows a body where one is taken, and the errors that may come', () => {
    for (const { method, path, operation } of operations) {
      expect(operation.requestBody === undefined, path).to.equal(method === 'get')
      expect(Object.keys(operation.responses)).to.include.members(['200', '400', '403', '404', '500'])
    }
  })

  it('holds schemas that are JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { operation } of operations)
      for (const { schema } of Object.values(operation.responses['200']?.content ?? {}))
        expect(ajv.validateSchema(schema)).to.equal(true)
  })
})
