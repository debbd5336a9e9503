import { inNamespace } from '../cluster/client/api-call.ts'
import { matches, parseLabelSelector } from '../core/formats/label-selector.ts'
import type { EntryReader } from './entry-reader.ts'
import type { PathKind } from './relation-entry.ts'
import { INVERSE, type RelatedObject, type RelationEntry } from './schema.ts'

/** Finds the objects that have one kind of relation to an object. */
export type FindRelated = (object: RelationEntry, reader: EntryReader) => Promise<readonly RelatedObject[]>

export function relatedTo(
  relation: RelatedObject['relation'],
  { kind, name, namespace }: RelationEntry,
): RelatedObject {
  return { relation, kind, name, ...inNamespace(namespace) }
}

/** Finds the objects that an object controls, and what those control, kind by kind; of each kind the newest first. */
export function controlled(...kinds: readonly PathKind[]): FindRelated {
  return async ({ uid, namespace }, reader) => {
    const found: RelatedObject[] = []
    let controllers: readonly string[] = [uid]
    for (const kind of kinds) {
      if (controllers.length === 0) break
      const all = await reader.list(kind, { ...inNamespace(namespace), controlledBy: controllers })
      found.push(...newest(all).map((one) => relatedTo('owns', one)))
      controllers = all.map((one) => one.uid)
    }
    return found
  }
}

/** Finds the objects of these kinds that name an object. */
export function referrers(...kinds: readonly PathKind[]): FindRelated {
  return async (object, reader) => {
    const all = await listAll(kinds, object, reader)
    return all.flatMap((entry) =>
      entry.references.filter((one) => isTo(one, object)).map((one) => relatedTo(inverseOf(one), entry)),
    )
  }
}

/** Finds the objects of these kinds that use an object, each as the topmost of the kinds that controls it. */
export function users(...kinds: readonly PathKind[]): FindRelated {
  return async (object, reader) => {
    const all = await listAll(kinds, object, reader)
    const byUid = new Map(all.map((entry) => [entry.uid, entry]))
    return all
      .filter(({ references }) => references.some((one) => one.relation === 'uses' && isTo(one, object)))
      .map((entry) => relatedTo('usedBy', topmost(entry, byUid)))
  }
}

/** Finds the objects of these kinds that select the Pods of a template, or a Pod. */
export function selectors(...kinds: readonly PathKind[]): FindRelated {
  return async (object, reader) =>
    (await selecting(kinds, object, reader)).map((entry) => relatedTo('selectedBy', entry))
}

/** Finds the objects of `kind` that lead to an object of `through` that selects the Pods of a template, or a Pod. */
export function routes(kind: PathKind, through: PathKind): FindRelated {
  return async (object, reader) => {
    const selected = await selecting([through], object, reader)
    if (selected.length === 0) return []
    const all = await reader.list(kind, inNamespace(object.namespace))
    return all
      .filter(({ references }) =>
        references.some((one) => one.relation === 'routesTo' && selected.some((to) => isTo(one, to))),
      )
      .map((entry) => relatedTo('routedBy', entry))
  }
}

/** Finds the Pods that an object selects, the newest first. */
export function selected(pods: PathKind): FindRelated {
  return async ({ namespace, selector }, reader) => {
    if (selector === undefined) return []
    const all = await reader.list(pods, { ...inNamespace(namespace), labelSelector: selector })
    return newest(all).map((one) => relatedTo('selects', one))
  }
}

/** Finds the Pods on a Node, the newest first. */
export function running(pods: PathKind): FindRelated {
  return async ({ name }, reader) => {
    const all = await reader.list(pods, { fieldSelector: `spec.nodeName=${name}` })
    return newest(all).map((one) => relatedTo('runs', one))
  }
}

async function listAll(
  kinds: readonly PathKind[],
  { namespace }: RelationEntry,
  reader: EntryReader,
): Promise<readonly RelationEntry[]> {
  return (await Promise.all(kinds.map(async (kind) => reader.list(kind, inNamespace(namespace))))).flat()
}

async function selecting(
  kinds: readonly PathKind[],
  object: RelationEntry,
  reader: EntryReader,
): Promise<readonly RelationEntry[]> {
  const { podLabels } = object
  if (podLabels === undefined) return []
  const all = await listAll(kinds, object, reader)
  return all.filter(
    ({ selector }) => selector !== undefined && matches(parseLabelSelector(selector), podLabels),
  )
}

function isTo(reference: RelatedObject, { kind, name, namespace }: RelationEntry): boolean {
  return reference.kind === kind && reference.name === name && reference.namespace === namespace
}

function inverseOf({ relation }: RelatedObject): RelatedObject['relation'] {
  // References have the relations of this table.
  return INVERSE[relation as keyof typeof INVERSE]
}

/** Returns the last of the controllers above an object that are known, or itself. */
function topmost(entry: RelationEntry, byUid: ReadonlyMap<string, RelationEntry>): RelationEntry {
  const passed = new Set<RelationEntry>()
  let top = entry
  for (;;) {
    passed.add(top)
    const above = top.controller === undefined ? undefined : byUid.get(top.controller)
    if (above === undefined || passed.has(above)) return top
    top = above
  }
}

function newest(entries: readonly RelationEntry[]): readonly RelationEntry[] {
  return entries.toSorted((one, other) =>
    one.createdAt > other.createdAt ? -1 : one.createdAt < other.createdAt ? 1 : 0,
  )
}
