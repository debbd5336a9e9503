import { createHash } from 'node:crypto'
import { InvalidRequest } from '../errors.ts'
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

function parse(token: string): { digest: string; position: Position } | undefined {
  if (!/^[\w-]+$/.test(token)) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (!Array.isArray(fields) || fields.length !== 4) return undefined
    const [version, digest, part, after]: unknown[] = fields
    if (version !== 1 || typeof digest !== 'string' || typeof after !== 'string') return undefined
    if (typeof part !== 'number' || !Number.isSafeInteger(part) || part < 0) return undefined
    return { digest, position: { after, part } }
  } catch {
    return undefined
  }
}

function refusal(message: string): InvalidRequest {
  return new InvalidRequest([{ in: 'query', name: 'continue', message }])
}
