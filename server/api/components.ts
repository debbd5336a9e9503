import { formats } from './formats.ts'
import { pascalCase, problem, problemCodes, problemSchema, type ProblemCode } from './schemas/problems.ts'

type Json = Readonly<Record<string, unknown>>

/** Keywords with values that are data, not schemas. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples'])

/** The components of an OpenAPI document: the schemas with a title, and the error responses. */
export class Components {
  readonly #schemas = new Map<string, unknown>()
  readonly #responses = new Map<string, unknown>()

  constructor() {
    this.#schemas.set('Problem', {
      description: 'An error of the API. `code` names its kind',
      oneOf: problemCodes.map((code) => this.publish(problemSchema(code))),
      discriminator: {
        propertyName: 'code',
        mapping: Object.fromEntries(problemCodes.map((code) => [code, schemaReference(titleOf(code))])),
      },
    })
  }

  /**
   * Returns a schema as the document has it: titled parts are references to components, and private formats are
   * patterns. Throws if two schemas have one title.
   */
  publish(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.publish(item))
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, format, ...rest } = schema as Json
    // Limits of the schema itself come after those of its format.
    const published: Record<string, unknown> =
      typeof format === 'string' ? { ...(formats[format]?.schema ?? { format }) } : {}
    // `title` and `format` may also be properties of an object; then they are schemas.
    for (const [key, value] of Object.entries({ ...rest, ...unlessText({ title, format }) }))
      published[key] = DATA.has(key) ? value : this.publish(value)
    if (typeof title !== 'string') return published
    this.#define(title, published)
    return { $ref: schemaReference(title) }
  }

  /** Returns a reference to the response of an error. */
  problemResponse(code: ProblemCode): object {
    const name = pascalCase(code)
    if (!this.#responses.has(name)) {
      const { description, header } = problem(code)
      const [field, meaning] = header ?? []
      this.#responses.set(name, {
        description,
        ...(field === undefined
          ? {}
          : { headers: { [field]: { description: meaning, schema: { type: 'string' } } } }),
        content: { 'application/json': { schema: this.publish(problemSchema(code)) } },
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }

  /** Returns the components by kind and name. */
  toObject(): { readonly schemas: object; readonly responses: object } {
    return { schemas: sorted(this.#schemas), responses: sorted(this.#responses) }
  }

  #define(title: string, schema: unknown): void {
    const existing = this.#schemas.get(title)
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new TypeError(`two schemas have the title "${title}"`)
    this.#schemas.set(title, schema)
  }
}

function titleOf(code: ProblemCode): string {
  return String(problemSchema(code)['title'])
}

function schemaReference(title: string): string {
  return `#/components/schemas/${title}`
}

function unlessText(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && typeof value !== 'string'),
  )
}

function sorted(entries: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
