import { createHash } from 'node:crypto'
import { InvalidRequestError } from '../../../core/errors.ts'
import { digestOf } from '../../../core/formats/etag.ts'
import { isResourceVersion } from '../../../core/formats/resource-version.ts'
import type { Selection } from '../cluster.ts'
import type { Kind } from '../../kind.ts'

/**
 * A continue token that wraps one of the API server. Opaque to callers, it holds a digest of the list's
 * selection and a position. Used with another list it is rejected, since its position would be meaningless
 * there.
 */
export interface UpstreamToken {
  /** The API server's continue token, or the key to continue after. */
  after: string
  /** Index into the granted namespaces, for a list that spans several. */
  part: number
}

/**
 * A continue token for a list as of a resourceVersion. Any replica accepts it: a replica without that
 * snapshot lists again at these versions. The versions come from a caller, so their format is validated, and
 * the list needs the same rights as any other.
 */
export interface SnapshotToken {
  /** The resourceVersion of the list; one per granted namespace if the list spans several. */
  versions: readonly string[]
  /** The object to continue after. */
  after: { namespace: string; name: string }
}

/** Number of versions that fit into a continue token that fits into a URL. */
const MAX_VERSIONS = 150

/** Returns a digest that identifies a list: its kind, selection, response field and filter. */
export function listKey(
  kind: Kind<unknown>,
  { namespace, labelSelector, fieldSelector }: Selection,
  { field, filter }: { field: string; filter?: { key: string } },
): string {
  return digestOf(
    JSON.stringify([kind.plural, kind.apiGroup, namespace, labelSelector, fieldSelector, field, filter?.key]),
  )
}

/** Returns a digest of the list key, short enough for every continue token. */
export function listDigest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 12)
}

export function encodeContinue(position: UpstreamToken, digest: string): string {
  return Buffer.from(JSON.stringify([1, digest, position.part, position.after])).toString('base64url')
}

/** Decodes a continue token of the same list; throws InvalidRequest for anything else. */
export function decodeContinue(token: string, digest: string): UpstreamToken {
  const read = parse(token)
  if (read === undefined) throw refusal('was not issued by this service')
  if (read.digest !== digest) throw refusal('belongs to another list: start again without it')
  return read.position
}

/** Whether a continue token can carry these versions; '' means that a version is not known. */
export function areNameable(versions: readonly string[]): boolean {
  return versions.length <= MAX_VERSIONS && !versions.includes('')
}

export function encodeSnapshotToken({ versions, after }: SnapshotToken, digest: string): string {
  const fields = [2, digest, versions, after.namespace, after.name]
  return Buffer.from(JSON.stringify(fields)).toString('base64url')
}

/**
 * Decodes a continue token that holds versions; undefined for a token of the other format. Throws
 * InvalidRequest for a token of another list, or one this service did not issue.
 */
export function decodeSnapshotToken(token: string, digest: string): SnapshotToken | undefined {
  const fields = fieldsOf(token)
  if (fields?.[0] !== 2) return undefined
  const [, tokenDigest, versions, namespace, name, ...more] = fields
  if (typeof namespace !== 'string' || typeof name !== 'string' || !areVersions(versions) || more.length > 0)
    throw refusal('was not issued by this service')
  if (tokenDigest !== digest) throw refusal('belongs to another list: start again without it')
  return { versions, after: { namespace, name } }
}

function areVersions(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VERSIONS) return false
  // "0" means any version, so it cannot name a snapshot.
  return value.every(
    (version: unknown) => typeof version === 'string' && version !== '0' && isResourceVersion(version),
  )
}

function parse(token: string): { digest: string; position: UpstreamToken } | undefined {
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

function refusal(message: string): InvalidRequestError {
  return new InvalidRequestError([{ in: 'query', name: 'continue', message }])
}
