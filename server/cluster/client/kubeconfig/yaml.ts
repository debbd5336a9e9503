import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  visit,
  type Alias,
  type Document,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { KubeconfigError } from './kubeconfig-error.ts'
import { isBase64 } from './base64.ts'
import { resolvePlainScalar } from './yaml-scalar.ts'

export type YamlValue = null | boolean | number | string | YamlValue[] | YamlObject
export type YamlObject = Map<string, YamlValue>

/** Nodes of a document with every alias expanded. A kubeconfig of a thousand contexts has about 30,000. */
const MAX_NODES = 400_000
const BINARY_TAG = 'tag:yaml.org,2002:binary'
const CORE_TAG = /^tag:yaml\.org,2002:(bool|int|float|null)$/
const TYPES: Readonly<Record<string, (value: YamlValue) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value),
  float: (value) => typeof value === 'number',
  null: (value) => value === null,
}
/** Characters that a YAML 1.1 stream may not contain. Source: YAML 1.1 §4.1.1, c-printable. */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/

/**
 * Parses the first document of a YAML 1.1 stream with the semantics of the parser in kubectl (sigs.k8s.io/yaml): of equal
 * keys the last one wins, merge keys apply at their position, and every key becomes text. Throws KubeconfigError.
 */
export function parseYaml(bytes: Uint8Array): YamlValue {
  const text = decode(bytes)
  if (UNPRINTABLE.test(text)) throw new KubeconfigError('not valid YAML (control character)')
  const lineCounter = new LineCounter()
  const [document] = parseAllDocuments(text, {
    version: '1.1',
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
    // An excerpt of the line for each error of a line is quadratic, and may show a secret.
    prettyErrors: false,
    lineCounter,
  }) as Document.Parsed[]
  if (document === undefined) return null
  const [error] = document.errors
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0])
    throw new KubeconfigError(
      `not valid YAML (${error.code.toLowerCase().replaceAll('_', ' ')}), line ${line}`,
    )
  }
  const { explicit, version } = document.directives.yaml
  if (explicit === true && version !== '1.1') throw new KubeconfigError(`not valid YAML 1.1, but ${version}`)
  return new Converter(document, lineCounter).convert(document.contents)
}

/** Decodes UTF-8, or UTF-16 by its byte order mark, which Windows shells write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const mark =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(mark, { fatal: true }).decode(bytes)
  } catch {
    throw new KubeconfigError('not UTF-8 text')
  }
}

/** Returns the node that each alias stands for: the last one before it with this anchor. */
function aliasTargets(document: Document.Parsed): ReadonlyMap<Alias, unknown> {
  const anchors = new Map<string, unknown>()
  const targets = new Map<Alias, unknown>()
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source))
      else if (node.anchor !== undefined) anchors.set(node.anchor, node)
    },
  })
  return targets
}

/** Converts the nodes of one document to values. */
class Converter {
  /** Found once, since each `resolve` of an alias searches the whole document: seconds for a hostile one. */
  readonly #targets: ReadonlyMap<Alias, unknown>
  readonly #lines: LineCounter
  /** Aliased nodes that are being converted, to detect one that contains itself. */
  readonly #expanding = new Set<unknown>()
  #nodes = 0

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#targets = aliasTargets(document)
    this.#lines = lines
  }

  convert(node: unknown): YamlValue {
    if (++this.#nodes > MAX_NODES) throw new KubeconfigError('not valid YAML (too many aliases)')
    if (isAlias(node)) return this.#expand(node, (target) => this.convert(target))
    if (isScalar(node)) return this.#scalar(node)
    if (isSeq(node)) return node.items.map((item) => this.convert(item))
    if (!isMap(node)) return null
    const object: YamlObject = new Map()
    this.#assign(node, object)
    return object
  }

  #assign(node: YAMLMap, object: YamlObject): void {
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && key.tag === undefined)
        this.#merge(value, object)
      else object.set(this.#key(key), this.convert(value))
    }
  }

  /** Applies a merge key at its position, so that it replaces earlier keys. Of several maps the first wins. */
  #merge(node: unknown, object: YamlObject): void {
    if (isSeq(node)) for (const item of node.items.toReversed()) this.#mergeMap(item, object)
    else this.#mergeMap(node, object)
  }

  #mergeMap(node: unknown, object: YamlObject): void {
    if (isAlias(node)) this.#expand(node, (target) => this.#mergeMap(target, object))
    else if (isMap(node)) this.#assign(node, object)
    else throw this.#invalid(node, 'merge key without a map')
  }

  #expand<T>(alias: Alias, use: (target: unknown) => T): T {
    const target = this.#targets.get(alias)
    if (target === undefined) throw this.#invalid(alias, 'unidentified alias')
    if (this.#expanding.has(target)) throw this.#invalid(alias, 'alias of a node that contains it')
    this.#expanding.add(target)
    try {
      return use(target)
    } finally {
      this.#expanding.delete(target)
    }
  }

  #key(node: unknown): string {
    const key = this.convert(node)
    if (key === null || typeof key === 'object') throw this.#invalid(node, 'invalid key')
    return String(key)
  }

  #scalar(node: Scalar): YamlValue {
    const { tag, source = '' } = node
    if (tag === BINARY_TAG) {
      const encoded = source.replaceAll(/\s/g, '')
      if (!isBase64(encoded)) throw this.#invalid(node, 'binary value that is not base64')
      return Buffer.from(encoded, 'base64').toString('utf8')
    }
    const type = CORE_TAG.exec(tag ?? '')?.[1]
    if (type === undefined)
      return node.type === 'PLAIN' && tag === undefined ? resolvePlainScalar(source) : source
    const value = resolvePlainScalar(source)
    if (!TYPES[type]?.(value)) throw this.#invalid(node, `value that is not of its tag ${type}`)
    return value
  }

  #invalid(node: unknown, reason: string): KubeconfigError {
    const range: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, 'range') : undefined
    const start: unknown = Array.isArray(range) ? range[0] : undefined
    const line = typeof start === 'number' ? `, line ${this.#lines.linePos(start).line}` : ''
    return new KubeconfigError(`not valid YAML (${reason})${line}`)
  }
}
