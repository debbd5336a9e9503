import { isObject } from '../../core/json.ts'
import type { ObjectMeta, OwnerReference } from '../objects.ts'

/**
 * Returns the owner that controls an object, if any; a reference without a kind or a name refers to nothing.
 * Source: apimachinery meta/v1, GetControllerOf.
 */
export function controllerOf(metadata: ObjectMeta | undefined): OwnerReference | undefined {
  // Objects of the cluster are only assumed to match their kind.
  const references: unknown = metadata?.ownerReferences
  return Array.isArray(references) ? references.find(isController) : undefined
}

function isController(reference: unknown): reference is OwnerReference {
  if (!isObject(reference)) return false
  const { controller, kind, name } = reference
  return controller === true && typeof kind === 'string' && typeof name === 'string' && name !== ''
}

/**
 * Whether the object with this uid controls it. Owners are compared by uid, since a new object can reuse a
 * name. Source: IsControlledBy.
 */
export function isControlledBy(metadata: ObjectMeta, uid: string): boolean {
  return controllerOf(metadata)?.uid === uid
}
