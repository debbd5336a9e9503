import { createHash } from 'node:crypto'
import { InvalidRequest } from '../errors.ts'
import { isResourceVersion } from '../grammar/resource-version.ts'
import type { Selection } from './cluster.ts'
import type { Kind } from './kinds.ts'

/**
 * A `continue` of ours: opaque to callers, it says for which list it was given (a digest of what selects the items) and
 * where to go on. Given back with another list it is refused, since its position would mean nothing there.
 */
export interface Position {
  /** What the upstream list was given, or the key after which to go on. */
  after: string
  /** Which of the namespaces granted the position is in, where a list spans several. */
  part: number
}

/**
 * Where to go on in a list as it was at a moment. Every replica can: one that does not hold that list has it made again at
 * these versions. They come from a caller, so they are held to their grammar, and what they name is asked for as any list.
 */
export interface Place {
  /** The resourceVersion of the list, or one for each of the namespaces granted where it spans several. */
  versions: readonly string[]
  /** The object after which to go on. */
  after: { namespace: string; name: string }
}

/** As many as fit into a `continue` that fits into a URL. */
const MAX_VERSIONS = 150

/** What tells one list from another: of what, selected how, shown under which field, filtered by what. */
export function listKey(
  kind: Kind<unknown>,
  { namespace, labelSelector, fieldSelector }: Selection,
  { field, filter }: { field: string; filter?: { key: string } },
): string {
  return JSON.stringify([
    kind.plural,
    kind.apiGroup,
    namespace,
    labelSelector,
    fieldSelector,
    field,
    filter?.key,
  ])
}

/** Digest of what tells a list from others, short enough to be carried in every `continue`. */
export function listDigest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 12)
}

export function encodeContinue(position: Position, digest: string): string {
  return Buffer.from(JSON.stringify([1, digest, position.part, position.after])).toString('base64url')
}

/** Reads a `continue` given for the same list; throws InvalidRequest for anything else. */
export function decodeContinue(token: string, digest: string): Position {
  const read = parse(token)
  if (read === undefined) throw refusal('is none that this service gave')
  if (read.digest !== digest) throw refusal('belongs to another list: start again without it')
  return read.position
}

/** Whether a list can be named by these versions; '' stands for one that is not known. */
export function areNameable(versions: readonly string[]): boolean {
  return versions.length <= MAX_VERSIONS && !versions.includes('')
}

export function encodePlace({ versions, after }: Place, digest: string): string {
  const fields = [2, digest, versions, after.namespace, after.name]
  return Buffer.from(JSON.stringify(fields)).toString('base64url')
}

/** Reads a place given for the same list; undefined for a `continue` of another sort. Throws InvalidRequest as the other does. */
export function decodePlace(token: string, digest: string): Place | undefined {
  const fields = fieldsOf(token)
  if (fields?.[0] !== 2) return undefined
  const [, given, versions, namespace, name, ...more] = fields
  if (typeof namespace !== 'string' || typeof name !== 'string' || !areVersions(versions) || more.length > 0)
    throw refusal('is none that this service gave')
  if (given !== digest) throw refusal('belongs to another list: start again without it')
  return { versions, after: { namespace, name } }
}

function areVersions(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VERSIONS) return false
  // 0 is no version but any.
  return value.every((one: unknown) => typeof one === 'string' && one !== '0' && isResourceVersion(one))
}

function parse(token: string): { digest: string; position: Position } | undefined {
  const fields = fieldsOf(token)
  if (fields?.length !== 4) return undefined
  const [version, digest, part, after] = fields
  if (version !== 1 || typeof digest !== 'string' || typeof after !== 'string') return undefined
  if (typeof part !== 'number' || !Number.isSafeInteger(part) || part < 0) return undefined
  return { digest, position: { after, part } }
}

function fieldsOf(token: string): unknown[] | undefined {
  if (!/^[\w-]+$/.test(token)) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    return Array.isArray(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

function refusal(message: string): InvalidRequest {
  return new InvalidRequest([{ in: 'query', name: 'continue', message }])
}
