const SHOWN = 160

/** Returns the first difference of two JSON values with its path; undefined if they are equal. */
export function difference(expected: unknown, got: unknown, place = ''): string | undefined {
  if (Object.is(expected, got)) return undefined
  if (Array.isArray(expected) && Array.isArray(got)) {
    if (expected.length !== got.length) return lengths(expected, got, place)
    return first(expected.keys(), (at) => difference(expected[at], got[at], `${place}[${at}]`))
  }
  if (isObject(expected) && isObject(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)])
    return first(names, (name) => difference(expected[name], got[name], `${place}.${name}`))
  }
  return `at ${place || 'the top'}: expected ${formatted(expected)}, got ${formatted(got)}`
}

/**
 * Describes the missing and additional items of lists of different length, by name if the items have names.
 */
function lengths(expected: readonly unknown[], got: readonly unknown[], place: string): string {
  const names = (list: readonly unknown[]) => list.map(nameOf)
  const [wanted, there] = [names(expected), names(got)]
  const missing = wanted.filter((name) => !there.includes(name))
  const surplus = there.filter((name) => !wanted.includes(name))
  return `at ${place || 'the top'}: expected ${expected.length} items, got ${got.length}; missing ${formatted(missing)}, too much ${formatted(surplus)}`
}

function nameOf(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item)
  const { name, namespace, ...rest } = item
  return typeof name === 'string'
    ? `${typeof namespace === 'string' ? namespace : ''}/${name}`
    : JSON.stringify(rest)
}

function first<K>(keys: Iterable<K>, look: (key: K) => string | undefined): string | undefined {
  for (const key of keys) {
    const found = look(key)
    if (found !== undefined) return found
  }
  return undefined
}

function formatted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
