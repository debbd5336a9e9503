import { open, readFile, realpath, rm, stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml'
import { writeAtomically } from '../../../../core/atomic-write.ts'
import type { KubeconfigUser } from '../../kubeconfig/model.ts'
import type { RefreshedTokens } from './refresh-tokens.ts'

/** Identifies the entry that the tokens belong to: another issuer or client has other tokens. */
const IDENTIFYING = ['idp-issuer-url', 'client-id'] as const

/**
 * Writes refreshed tokens to the auth-provider of a user in the kubeconfig, as kubectl does. Only the two values change: the
 * rest of the file, comments included, stays as it is. Rejects if that is not possible; the file is then unchanged.
 */
export async function writeTokens(
  { name, file }: Pick<KubeconfigUser, 'name' | 'file'>,
  config: Readonly<Record<string, string>>,
  { idToken, refreshToken }: RefreshedTokens,
): Promise<void> {
  const path = await realpath(file)
  // The lock of kubectl and of client-go (tools/clientcmd, lockFile).
  const lock = `${path}.lock`
  const locked = await open(lock, 'wx', 0o600)
  try {
    const text = await readFile(path, 'utf8')
    const updated = withTokens(text, name, config, { 'id-token': idToken, 'refresh-token': refreshToken })
    if (updated !== text) await writeAtomically(path, updated, (await stat(path)).mode & 0o777)
  } finally {
    await locked.close()
    await rm(lock, { force: true })
  }
}

/** Returns the text of a kubeconfig with other values in the auth-provider of a user; throws if there is no such entry. */
export function withTokens(
  text: string,
  user: string,
  config: Readonly<Record<string, string>>,
  tokens: Readonly<Record<string, string>>,
): string {
  let updated = text
  for (const [key, value] of Object.entries(tokens)) {
    const map = configOf(parsed(updated), user)
    for (const field of IDENTIFYING)
      if (map.get(field) !== config[field]) throw new Error('its auth-provider has changed meanwhile')
    updated = withValue(updated, map, key, value)
  }
  const expected = parsed(text)
  for (const [key, value] of Object.entries(tokens)) configOf(expected, user).set(key, value)
  if (!isDeepStrictEqual(parsed(updated).toJS(), expected.toJS()))
    throw new Error('the tokens could not be replaced in its YAML')
  return updated
}

/** YAML 1.1 merge keys and duplicate keys are accepted, as by kubectl: nothing but the two values is looked at. */
function parsed(text: string): Document.Parsed {
  const document = parseDocument(text, { merge: true, uniqueKeys: false, logLevel: 'silent' })
  if (document.errors.length > 0) throw new Error('it is not valid YAML')
  return document
}

function configOf(document: Document.Parsed, user: string): YAMLMap {
  const users: unknown = document.get('users')
  const entry = isSeq(users) ? users.items.find((one) => isMap(one) && one.get('name') === user) : undefined
  const config: unknown = isMap(entry) ? entry.getIn(['user', 'auth-provider', 'config']) : undefined
  if (!isMap(config)) throw new Error('its user has no auth-provider')
  return config
}

/** Replaces the value of a key in the text of a map, or adds the key before the first one. */
function withValue(text: string, map: YAMLMap, key: string, value: string): string {
  const quoted = JSON.stringify(value)
  const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key)
  if (pair !== undefined) {
    const [start, end] = rangeOf(pair.value)
    // The range of a block scalar ends after its line break.
    return text.slice(0, start) + quoted + (text[end - 1] === '\n' ? '\n' : '') + text.slice(end)
  }
  const [first] = map.items
  const [start] = rangeOf(first?.key)
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const separator = map.flow === true ? ', ' : `\n${' '.repeat(column)}`
  return `${text.slice(0, start)}"${key}": ${quoted}${separator}${text.slice(start)}`
}

function rangeOf(node: unknown): [number, number] {
  const range = isScalar(node) ? node.range : undefined
  if (range === undefined || range === null) throw new Error('its auth-provider has no plain values')
  return [range[0], range[1]]
}
