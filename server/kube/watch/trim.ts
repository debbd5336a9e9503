/** What no object is read for, whatever its kind. The store knows kind and version itself. */
const UNREAD = ['metadata.managedFields', 'metadata.selfLink', 'metadata.generateName', 'kind', 'apiVersion']

export type Path = readonly string[]

/** Paths of what is not kept of a kind: `spec.containers.args` reaches into every container. */
export function unreadPaths(unread: readonly string[] = []): readonly Path[] {
  return [...UNREAD, ...unread].map((path) => path.split('.'))
}

/** Takes what the paths name out of a freshly parsed object. */
export function trim(object: object, paths: readonly Path[]): void {
  for (const path of paths) take(object, path, 0)
}

function take(value: unknown, path: Path, at: number): void {
  if (Array.isArray(value)) {
    for (const one of value) take(one, path, at)
    return
  }
  const step = path[at]
  if (step === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return
  if (at === path.length - 1) Reflect.deleteProperty(value, step)
  else take(Reflect.get(value, step), path, at + 1)
}
