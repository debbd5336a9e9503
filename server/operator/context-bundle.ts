import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FromSchema } from 'json-schema-to-ts'
import { isContextName } from '../core/formats/names.ts'
import { writeAtomically } from '../core/atomic-write.ts'

const text = { type: 'string', minLength: 1, maxLength: 1024 } as const
const pem = { type: 'string', minLength: 1, maxLength: 256 * 1024 } as const

/** Health of a context at the last probe of the leading operator replica; `at` in milliseconds since 1970. */
const healthSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['ready', 'at'],
  properties: {
    ready: { type: 'boolean' },
    reason: text,
    serverVersion: text,
    at: { type: 'number', minimum: 0 },
  },
} as const

/** The bundle for the server in the operator's Pod: one file with the complete state each time. */
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['contexts'],
  properties: {
    default: { type: 'string', format: 'context-name' },
    /** Health of the cluster that the service runs in, which is not a context of the bundle. */
    home: {
      type: 'object',
      additionalProperties: false,
      required: ['standing'],
      properties: { standing: healthSchema },
    },
    contexts: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'server', 'declared'],
        dependentRequired: { cert: ['key'], key: ['cert'] },
        properties: {
          name: { type: 'string', format: 'context-name' },
          server: { ...text, pattern: '^https?://' },
          declared: {
            type: 'object',
            additionalProperties: false,
            required: ['cluster', 'user', 'namespace', 'source'],
            properties: { cluster: text, user: text, namespace: text, source: text },
          },
          ca: pem,
          servername: text,
          insecure: { const: true },
          token: { type: 'string', minLength: 1, maxLength: 64 * 1024 },
          cert: pem,
          key: pem,
          standing: healthSchema,
        },
      },
    },
  },
} as const

export type Bundle = FromSchema<typeof schema>

/** The bundle is not usable; the message contains none of its values. */
export class BundleError extends Error {}

/** Reads and writes the bundle. */
export class BundleFile {
  readonly #path: string
  readonly #check

  constructor(path: string) {
    this.#path = path
    const ajv = new Ajv2020({ strict: true })
    ajv.addFormat('context-name', isContextName)
    this.#check = ajv.compile<Bundle>(schema)
  }

  /** Reads the bundle's text, e.g. to detect changes; undefined if the file does not exist. */
  async text(): Promise<string | undefined> {
    return readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new BundleError(`the contexts file cannot be read: ${error.code ?? 'unknown reason'}`)
    })
  }

  /** Parses a bundle; throws BundleError if it is invalid. */
  parse(content: string): Bundle {
    const bundle = parsed(content)
    if (!this.#check(bundle)) {
      const [first] = this.#check.errors ?? []
      throw new BundleError(
        `the contexts file is invalid at ${first?.instancePath ?? '/'}: ${first?.message ?? ''}`,
      )
    }
    const names = bundle.contexts.map(({ name }) => name)
    const duplicate = names.find((name, index) => names.indexOf(name) !== index)
    if (duplicate !== undefined) throw new BundleError(`the contexts file has context "${duplicate}" twice`)
    return bundle
  }

  /** Replaces the bundle atomically, even in case of a crash. */
  async write(bundle: Bundle): Promise<void> {
    await writeAtomically(this.#path, JSON.stringify(bundle))
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // The message of JSON.parse would repeat a part of the content.
    throw new BundleError('the contexts file is not valid JSON')
  }
}
