import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FromSchema } from 'json-schema-to-ts'
import { isContextName } from '../grammar/names.ts'
import { replaceFile } from './replace-file.ts'

const text = { type: 'string', minLength: 1, maxLength: 1024 } as const
const pem = { type: 'string', minLength: 1, maxLength: 256 * 1024 } as const

/** How a context stood when the operator that leads probed it; `at` in milliseconds since 1970. */
const standing = {
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

/** What the operator hands to the server of its Pod, in one file: everything, each time. */
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['contexts'],
  properties: {
    default: { type: 'string', format: 'context-name' },
    /** Of the cluster that the service runs in, which is no context of the bundle. */
    home: { type: 'object', additionalProperties: false, required: ['standing'], properties: { standing } },
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
          standing,
        },
      },
    },
  },
} as const

export type Bundle = FromSchema<typeof schema>

/** The bundle cannot be used; the message names no value of it. */
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

  /** The text of the bundle, for those who only want to know whether it changed; undefined where there is none. */
  async text(): Promise<string | undefined> {
    return readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new BundleError(`the bundle cannot be read: ${error.code ?? 'unknown reason'}`)
    })
  }

  /** Throws BundleError for what is no bundle. */
  parse(content: string): Bundle {
    const bundle = parsed(content)
    if (!this.#check(bundle)) {
      const [first] = this.#check.errors ?? []
      throw new BundleError(`the bundle is wrong at ${first?.instancePath ?? '/'}: ${first?.message ?? ''}`)
    }
    const names = bundle.contexts.map(({ name }) => name)
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    if (twice !== undefined) throw new BundleError(`the bundle has context "${twice}" twice`)
    return bundle
  }

  /** Puts a bundle in place of the one there is: readers see the one or the other, and after a crash too. */
  async write(bundle: Bundle): Promise<void> {
    await replaceFile(this.#path, JSON.stringify(bundle))
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // What JSON.parse says would repeat a piece of it.
    throw new BundleError('the bundle is no JSON')
  }
}
