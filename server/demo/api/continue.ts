import { badRequest } from '../status.ts'

/**
 * The position of the next page: the key after which it begins, and the resourceVersion (-1: the most
 * recent).
 */
export interface Continuation {
  version: number
  start: string
}

/** Encodes a continue token like apiserver's storage.EncodeContinue; the key is relative to the list. */
export function encodeContinue({ version, start }: Continuation): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start })).toString('base64url')
}

/** Decodes a continue token; rejects invalid ones with storage.DecodeContinue's messages. */
export function decodeContinue(token: string): Continuation {
  const refuse = (why: string): never => {
    throw badRequest(`invalid continue token: continue key is not valid${why}`)
  }
  const bytes = Buffer.from(token, 'base64url')
  if (!/^[A-Za-z0-9_-]*$/.test(token) || token.length % 4 === 1) {
    const position = Math.max(token.search(/[^A-Za-z0-9_-]/), 0)
    return refuse(`: illegal base64 data at input byte ${position}`)
  }
  const parsed = parse(bytes.toString())
  if (parsed === undefined) {
    const first = String.fromCharCode(bytes[0] ?? 0)
    return refuse(`: invalid character '${first}' looking for beginning of value`)
  }
  const { v = '', rv = 0, start = '' } = parsed
  if (v !== 'meta.k8s.io/v1') return refuse(`: server does not recognize this encoded version ${String(v)}`)
  if (typeof rv !== 'number' || rv === 0) {
    return refuse(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  }
  if (typeof start !== 'string' || start === '') {
    return refuse(': encoded start key empty (version meta.k8s.io/v1)')
  }
  if (start.split('/').some((segment) => segment === '..' || segment === '.')) return refuse(`: ${start}`)
  return { version: rv, start: start.replace(/^\//, '') }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
