import { isObject } from './json.ts'

/** Text in place of a value that responses never contain. */
export const MASK = '(masked)'

/** Annotations of which nothing is shown unless it is JSON: copies of the object, some of them compressed. */
const COPIES = /last-applied|^kapp\.k14s\.io\/original|^objectset\.rio\.cattle\.io\/applied/

/** Beginnings of gzip and of JSON in base64. */
const ENCODED = /^\s*(?:H4sI|eyJ|ewo|W3s|WyJ)/

/** A line of a manifest in YAML. */
const YAML = /\n[ \t-]*(?:apiVersion|kind|env|stringData)[ \t]*:/

/** Names of fields that hold credentials in custom resources. */
export const CREDENTIAL = /(?:password|passwd|passphrase|token|secret|api_?key|private_?key|credentials?)$/i

const USERINFO = /(https?:\/\/)[^\s/?#]*@|(:\/\/)[^\s/?#@:]*:[^\s/?#]*@/gi

/** Greater depths are masked, so that no value overflows the stack. */
const DEEPEST = 100

/**
 * Returns annotations without the secrets of objects that are copied into them: by kubectl, kapp, Rancher, Argo
 * CD and others. Values that are JSON stay JSON, with literal environment values, commands, arguments and data of
 * Secrets masked.
 */
export function maskAnnotations(
  annotations: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(annotations).map(([name, value]) => [name, maskAnnotation(name, value)]),
  )
}

/** Returns an annotation without the secrets of an object that is copied into it, as `maskAnnotations` does. */
export function maskAnnotation(name: string, value: string): string {
  if (!value) return value
  return COPIES.test(name) && parsed(value) === undefined ? MASK : maskText(value, 0)
}

/** Masks a text that may be an object or a list: as JSON inside it, in any other encoding as a whole. */
function maskText(text: string, depth: number): string {
  const found = parsed(text)
  if (found !== undefined) return JSON.stringify(maskValue(found.value, depth + 1))
  const isManifest = text.includes('\n') && YAML.test(`\n${text}`)
  if (isManifest || /^\s*[[{]/.test(text) || ENCODED.test(text)) return MASK
  return withoutUserinfo(text)
}

/** Masks the user information of URLs in a text. */
export function withoutUserinfo(text: string): string {
  return text.replaceAll(USERINFO, `$1$2${MASK}@`)
}

/** Parses a JSON object, list or string; undefined for any other text. */
function parsed(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Masks what is secret in a value of a Kubernetes object. */
function maskValue(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return MASK
  if (typeof value === 'string') return maskText(value, depth)
  if (Array.isArray(value)) return value.map((one: unknown) => maskValue(one, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, maskField(value, field, inner, depth + 1)]),
  )
}

function maskField(
  parent: Readonly<Record<string, unknown>>,
  field: string,
  value: unknown,
  depth: number,
): unknown {
  if (isSecret(parent, field, value)) return maskAll(value, depth)
  if (field === 'env') return maskEnvironment(value, depth)
  if (field === 'path' && typeof value === 'string') return withoutQuery(maskText(value, depth))
  return maskValue(value, depth)
}

function isSecret(parent: Readonly<Record<string, unknown>>, field: string, value: unknown): boolean {
  switch (field) {
    case 'args':
    case 'command':
    case 'stringData':
      return true
    case 'data':
      return parent.kind !== 'ConfigMap'
    // A variable, header or parameter, and an operation of a JSON patch.
    case 'value':
      return 'name' in parent || 'path' in parent
    default:
      return typeof value === 'string' && CREDENTIAL.test(field)
  }
}

/** Masks the variables of a container; Helm values and custom resources also have them as a map or as texts. */
function maskEnvironment(value: unknown, depth: number): unknown {
  if (!Array.isArray(value)) return maskAll(value, depth)
  return value.map((variable: unknown) =>
    isObject(variable) ? maskValue(variable, depth + 1) : maskAll(variable, depth + 1),
  )
}

/** Masks every scalar of a value; keys are kept. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === null) return null
  if (typeof value !== 'object' || depth > DEEPEST) return MASK
  if (Array.isArray(value)) return value.map((one: unknown) => maskAll(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskAll(inner, depth + 1)]))
}

/** Returns a URL path without its query and fragment, which may contain credentials. */
export function withoutQuery(path: string): string {
  return path.replace(/[?#][^]*$/, '')
}

/** Returns the program of a command, without its arguments. */
export function programOf(command: readonly string[]): string[] {
  const [program] = command
  // A shell line given as one text has its arguments in it.
  return program === undefined ? [] : program.trim().split(/\s/, 1)
}
