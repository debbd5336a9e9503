import type { Kind } from '../cluster/kind.ts'
import type { OwnerReference } from '../cluster/objects.ts'
import { controllerOf } from '../cluster/read/ownership.ts'
import { MemoizedView } from '../cluster/read/memoized-view.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { kinds } from '../kinds/register.ts'
import { checked } from '../kinds/shared/checked.ts'
import { validSelector } from '../kinds/shared/label-selector.ts'
import { omitEmpty } from '../kinds/shared/omit-empty.ts'
import { reference, type NamedObject } from './pod-references.ts'
import { relationFieldsOf } from './references.ts'
import { relationEntry, type RelationEntry } from './schema.ts'

const clusterScoped: ReadonlySet<string> = new Set(
  kinds.filter((one) => !one.namespaced).map(({ kind }) => kind),
)

/** The views of the objects of each kind, by its name in paths. */
const views = new Map(
  kinds.map((kind) => [
    kind.path,
    new MemoizedView(checked(kind.kind, relationEntry, (object: unknown) => entryOf(kind, object))),
  ]),
)

/** Kind with a row in the register. */
export type PathKind = Kind<unknown> & { readonly path: string }

/** Returns the view that relations have of a kind's objects. */
export function relationView({ kind, path }: PathKind): MemoizedView<unknown, RelationEntry> {
  const view = views.get(path)
  if (view === undefined) throw new Error(`${kind} has no row in the register of kinds`)
  return view
}

/** Returns an object with what its relations follow from. */
export function entryOf(kind: Kind<unknown>, object: unknown): RelationEntry {
  // Each object of the API has metadata.
  const { metadata } = object as KubernetesObject
  const { name, namespace, uid, creationTimestamp, labels } = metadata
  const { references = [], podLabels, selector } = relationFieldsOf(kind, object)
  return {
    kind: kind.kind,
    name,
    uid,
    createdAt: creationTimestamp,
    labels: labels ?? {},
    references: unique([...ownersOf(metadata.ownerReferences ?? [], namespace), ...references]),
    ...omitEmpty({
      namespace,
      controller: controllerOf(metadata)?.uid,
      podLabels,
      selector: validSelector(selector),
    }),
  }
}

/** Returns the owners of an object, the controller first. Owners are in its namespace, or of a kind without. */
function ownersOf(owners: readonly OwnerReference[], namespace: string | undefined): NamedObject[] {
  return owners
    .toSorted((one, other) => Number(other.controller === true) - Number(one.controller === true))
    .flatMap(({ kind, name }) =>
      reference('owner', kind, name, clusterScoped.has(kind) ? undefined : namespace),
    )
}

function unique(references: readonly NamedObject[]): NamedObject[] {
  return [...new Map(references.map((one) => [JSON.stringify(one), one])).values()]
}
