/** The part of a projection that is observed. */
interface Observed<T> {
  project(object: T, now: number): unknown
}

/**
 * Returns the path of every field that a projection reads of these objects, without the indexes of lists.
 * `a.b.*` stands for an enumeration of the members of `a.b`.
 */
export function recordedReads<T extends object>(
  projection: Observed<T>,
  objects: readonly T[],
  now = 0,
): ReadonlySet<string> {
  const read = new Set<string>()
  // Fields in the result count as read: serializing it reads all of them.
  for (const object of objects) JSON.stringify(projection.project(recording(object, '', read), now))
  return read
}

/** Returns the reads that depend on a dropped field: of itself, of a field in it, or of all fields beside it. */
export function droppedReads(reads: ReadonlySet<string>, dropped: readonly string[]): string[] {
  return [...reads].filter((path) =>
    dropped.some((one) =>
      path.endsWith('.*') ? one.startsWith(path.slice(0, -1)) : `${path}.`.startsWith(`${one}.`),
    ),
  )
}

/** Wraps a value in a Proxy that records the path of each member read. */
function recording<T extends object>(value: T, path: string, read: Set<string>): T {
  const isList = Array.isArray(value)
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member === 'function') return member
      const at = isList || typeof key === 'symbol' ? path : `${path}${path === '' ? '' : '.'}${key}`
      // JSON.stringify asks every object for it.
      if (key !== 'toJSON') read.add(at)
      return typeof member === 'object' && member !== null ? recording(member, at, read) : member
    },
    ownKeys(target) {
      if (!isList) read.add(`${path}.*`)
      return Reflect.ownKeys(target)
    },
  })
}
