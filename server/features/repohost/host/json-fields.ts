import { isObject } from '../../../core/json.ts'

/** A field of a host's response is missing or has another type. */
export class FieldError extends Error {}

/** Returns the value at a path of names such as `commit.sha`; undefined if there is none. */
export function fieldOf(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** Returns a text; throws FieldError. */
export function textAt(value: unknown, path: string): string {
  const found = fieldOf(value, path)
  if (typeof found !== 'string' || found === '') throw new FieldError(path)
  return found
}

/** Returns a text; undefined if there is none. */
export function optionalTextAt(value: unknown, path: string): string | undefined {
  const found = fieldOf(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Returns a whole number of at least 0; throws FieldError. */
export function numberAt(value: unknown, path: string): number {
  const found = fieldOf(value, path)
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) throw new FieldError(path)
  return found
}

/** Returns a list; throws FieldError. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new FieldError('list')
  return value
}

/** Returns an object id of Git; throws FieldError, so that no other text gets into a URL. */
export function shaAt(value: unknown, path: string): string {
  const sha = textAt(value, path)
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha)) throw new FieldError(path)
  return sha
}
