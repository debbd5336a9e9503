import type { ObjectMeta, OwnerReference } from './objects.ts'

/** The one owner that controls an object, if any. Source: k8s.io/apimachinery/pkg/apis/meta/v1, GetControllerOf. */
export function controllerOf(metadata: ObjectMeta): OwnerReference | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true)
}

/** Whether the object with this uid controls it: by uid, since a name may be taken again. Source: IsControlledBy. */
export function isControlledBy(metadata: ObjectMeta, uid: string): boolean {
  return controllerOf(metadata)?.uid === uid
}
