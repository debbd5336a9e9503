import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, parseAllDocuments, type Document, type Scalar } from 'yaml'
import { ConflictError, InvalidRequestError, PayloadTooLargeError, type Issue } from '../../../core/errors.ts'
import { quote } from '../../../core/formats/sanitize.ts'
import { isObject } from '../../../core/json.ts'
import type { FieldChange } from '../../../diagnosis/finding.ts'
import { yamlValues } from './yaml-values.ts'

/** Length of a file, in characters: the parser that knows positions is slow. */
const MAX_LENGTH = 256 * 1024
/** Fields that a manifest declares; environment values are not among them, since they may be secrets. */
const ALLOWED = /^\/(?:spec|data|metadata\/labels)\//
const ENVIRONMENT = /\/env\/\d+\/value$/
/** Texts that need no quotes anywhere in YAML: names, images and quantities. */
const PLAIN = /^(?:[A-Za-z][\w./@-]*(?::[\w./@-]+)*|\d+(?:\.\d+)?[A-Za-z]{1,2})$/
/** Words that YAML 1.1, which Kubernetes reads, takes for booleans and null. */
const RESERVED = /^(?:y|yes|n|no|on|off|true|false|null)$/i

/** The object whose manifest is changed. */
export interface PatchedObject {
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

/**
 * Returns a YAML file in which fields of one object have other values; every other character stays. Throws ConflictError if the file
 * does not declare the object once, or declares other values before; a kustomization or a template then decides them.
 */
export function patchManifest(
  content: string,
  object: PatchedObject,
  changes: readonly FieldChange[],
): string {
  requireAllowed(object, changes)
  if (content.length > MAX_LENGTH)
    throw new PayloadTooLargeError(
      `the file has ${content.length} characters; fields are changed in files of at most ${MAX_LENGTH}: send its content`,
    )
  // Fails for what the other parser cannot take: deep nesting, repeated keys.
  const before = valuesOf(content)
  const documents = parseAllDocuments(content, { uniqueKeys: false, merge: true })
  const index = indexOf(before, object)
  // Both parsers tell documents apart in the same way, which is verified at the end.
  const document = Array.isArray(documents) ? documents[index] : undefined
  if (document === undefined)
    throw new ConflictError('the file cannot be changed by fields: send its content')
  const edits = changes.map((change) => editOf(document, change))
  const after = edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
      content,
    )
  const expected = structuredClone(before)
  for (const { pointer, value } of changes) setAt(expected[index], segmentsOf(pointer), value)
  if (!isDeepStrictEqual(valuesOf(after), expected))
    throw new ConflictError('the file cannot be changed by fields without other changes: send its content')
  return after
}

function requireAllowed({ kind }: PatchedObject, changes: readonly FieldChange[]): void {
  const issues: Issue[] = []
  if (kind === 'Secret')
    issues.push({ in: 'body', name: 'kind', message: 'must not be Secret: its values are not in requests' })
  for (const [at, { pointer, from, value }] of changes.entries()) {
    const name = `patch.${at}.pointer`
    if (!ALLOWED.test(pointer))
      issues.push({ in: 'body', name, message: 'must be below /spec, /data or /metadata/labels' })
    else if (ENVIRONMENT.test(pointer))
      issues.push({ in: 'body', name, message: 'must not be the value of an environment variable' })
    if (typeof from !== typeof value)
      issues.push({ in: 'body', name: `patch.${at}.value`, message: 'must have the type of from' })
  }
  if (issues.length > 0) throw new InvalidRequestError(issues)
}

function valuesOf(content: string): unknown[] {
  try {
    return yamlValues(content)
  } catch {
    throw new ConflictError('the file is not YAML without templates: send its content')
  }
}

/** Returns the index of the only document that declares an object. */
function indexOf(values: readonly unknown[], { kind, name, namespace }: PatchedObject): number {
  const found = values.flatMap((value, index) => {
    if (!isObject(value) || value['kind'] !== kind || !isObject(value['metadata'])) return []
    const { name: declared, namespace: where } = value['metadata']
    return declared === name && (where === undefined || where === namespace) ? [index] : []
  })
  const [first] = found
  if (first === undefined || found.length > 1)
    throw new ConflictError(
      `the file declares ${kind} ${quote(name)} ${found.length === 0 ? 'nowhere' : 'several times'}: send its content`,
    )
  return first
}

function editOf(document: Document, { pointer, from, value }: FieldChange) {
  const node = scalarAt(document, segmentsOf(pointer))
  const [start, end] = node?.range ?? []
  if (node === undefined || start === undefined || end === undefined)
    throw new ConflictError(
      `the file has no field ${quote(pointer)}, so another file decides it, such as a kustomization`,
    )
  if (node.value !== from)
    throw new ConflictError(
      `${quote(pointer)} is ${quote(String(node.value), 128)} in the file, not ${quote(String(from), 128)}: the cluster has another state`,
    )
  if (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL')
    throw new ConflictError(`${quote(pointer)} is a block of lines in the file: send its content`)
  return { start, end, replacement: textOf(node, value) }
}

/** Returns the scalar that a path leads to, without aliases. */
function scalarAt(document: Document, path: readonly string[]): Scalar | undefined {
  let node: unknown = document.contents
  for (const segment of path) {
    if (isMap(node)) node = node.get(segment, true)
    else if (isSeq(node) && /^\d{1,6}$/.test(segment)) node = node.get(Number(segment), true)
    else return undefined
  }
  return isScalar(node) && node.anchor === undefined ? node : undefined
}

/** Returns a value as YAML, in the quotes of the scalar that it replaces. */
function textOf({ type }: Scalar, value: FieldChange['value']): string {
  if (typeof value !== 'string') return String(value)
  if (type === 'QUOTE_SINGLE' && !/[\n\r]/.test(value)) return `'${value.replaceAll("'", "''")}'`
  const isPlain = type === 'PLAIN' && PLAIN.test(value) && !RESERVED.test(value)
  return isPlain ? value : JSON.stringify(value)
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Sets a field that is there; others, such as those of a prototype, stay. */
function setAt(object: unknown, path: readonly string[], value: FieldChange['value']): void {
  let at: unknown = object
  for (const [depth, segment] of path.entries()) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return
    if (depth === path.length - 1) Reflect.set(at, segment, value)
    else at = Reflect.get(at, segment)
  }
}
