import { inNamespace } from '../cluster/client/api-call.ts'
import type { Pod, PodSpec } from '../kinds/pods/model.ts'
import { podReferences } from '../kinds/pods/references.ts'
import { textOf } from '../kinds/pods/volumes.ts'
import { isObject } from '../core/json.ts'
import type { Reference, RelatedObject } from './schema.ts'

/** An object that another one names. */
export type NamedObject = RelatedObject & { readonly relation: Reference }

/** Returns a reference; none without a kind or name. */
export function reference(
  relation: Reference,
  kind: string | undefined,
  name: unknown,
  namespace: string | undefined,
): NamedObject[] {
  const text = textOf(name)
  return text === undefined || !kind ? [] : [{ relation, kind, name: text, ...inNamespace(namespace) }]
}

/** Returns the objects that a Pod template names in its own namespace. */
export function templateReferences(
  spec: PodSpec | null | undefined,
  namespace: string | undefined,
): NamedObject[] {
  const { configMaps, secrets } = podReferences({ spec: spec ?? {} })
  const claims = (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
    isObject(claim) ? [claim['claimName']] : [],
  )
  const uses = (kind: string, names: readonly unknown[]) =>
    names.flatMap((name) => reference('uses', kind, name, namespace))
  return [
    ...uses('ServiceAccount', [spec?.serviceAccountName]),
    ...uses('ConfigMap', configMaps),
    ...uses('Secret', secrets),
    ...uses('PersistentVolumeClaim', claims),
  ]
}

/** Returns the objects that a Pod names, with the claims of its ephemeral volumes and its node. */
export function referencesOfPod({ metadata: { name, namespace }, spec }: Pod): NamedObject[] {
  // The controller creates the claim of an ephemeral volume under this name.
  const ephemeral = (spec?.volumes ?? [])
    .filter((volume) => isObject(volume['ephemeral']))
    .flatMap((volume) => reference('uses', 'PersistentVolumeClaim', `${name}-${volume.name}`, namespace))
  return [
    ...reference('runsOn', 'Node', spec?.nodeName, undefined),
    ...templateReferences(spec, namespace),
    ...ephemeral,
  ]
}
