import type { ObjectMeta, OwnerReference } from '../objects.ts'

/** Returns the owner that controls an object, if any. Source: apimachinery meta/v1, GetControllerOf. */
export function controllerOf(metadata: ObjectMeta): OwnerReference | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true)
}

/**
 * Whether the object with this uid controls it. Owners are compared by uid, since a new object can reuse a
 * name. Source: IsControlledBy.
 */
export function isControlledBy(metadata: ObjectMeta, uid: string): boolean {
  return controllerOf(metadata)?.uid === uid
}
