import type { Branch } from './repository-files.ts'

/** The object that a file was edited for: it names the pull request. */
export interface EditedObject {
  readonly name: string
  readonly namespace: string
  readonly context: string
}

const KEY = 'edited-objects'
/** Objects that are kept, the newest. */
const MAX_OBJECTS = 100

type Entry = readonly [key: string, object: EditedObject]

/** Keeps the object of an edited file in this browser. */
export function rememberObject(
  branch: Branch,
  path: string,
  { name, namespace, context }: EditedObject,
): void {
  const key = keyOf(branch, path)
  const others = read().filter(([other]) => other !== key)
  const entries: readonly Entry[] = [...others, [key, { name, namespace, context }]]
  localStorage.setItem(KEY, JSON.stringify(entries.slice(-MAX_OBJECTS)))
}

/** Returns the object that a file was edited for in this browser. */
export function recallObject(branch: Branch, path: string): EditedObject | undefined {
  const key = keyOf(branch, path)
  return read().find(([other]) => other === key)?.[1]
}

function keyOf({ owner, repo, branch }: Branch, path: string): string {
  return [owner, repo, branch, path].join(' ')
}

function read(): readonly Entry[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as readonly Entry[]
  } catch {
    return []
  }
}
