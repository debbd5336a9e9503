/** An object with one field missing or null, and what was changed. */
export interface Variant<T> {
  readonly change: string
  readonly object: T
}

/**
 * Yields copies of a JSON object in each of which one field, at any depth, is missing or null. Fields whose path is
 * in `required` stay as they are; elements of lists stay too, the fields in them do not.
 */
export function* variantsOf<T extends object>(
  object: T,
  required: ReadonlySet<string>,
): Generator<Variant<T>> {
  for (const keys of fieldsOf(object, [])) {
    const path = keys.filter((key) => typeof key === 'string').join('.')
    if (required.has(path)) continue
    yield { change: `without ${path}`, object: changed(object, keys, undefined) }
    yield { change: `with ${path}: null`, object: changed(object, keys, null) }
  }
}

type Keys = readonly (string | number)[]

function* fieldsOf(value: unknown, at: Keys): Generator<Keys> {
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    const keys = [...at, isList ? Number(name) : name]
    if (!isList) yield keys
    yield* fieldsOf(member, keys)
  }
}

/** Returns a copy in which the field at these keys is null, or missing. */
function changed<T extends object>(object: T, keys: Keys, to: null | undefined): T {
  const copy = structuredClone(object)
  let at: Record<string | number, unknown> = copy as Record<string, unknown>
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>
  const last = keys.at(-1) ?? ''
  if (to === undefined) delete at[last]
  else at[last] = to
  return copy
}
