import { kindNamed } from '../kinds.ts'
import type { KubeObject, ObjectMeta } from '../object.ts'
import type { Pod, PodSpec } from '../types.ts'
import { type ControllerContext, controlledBy, createObject } from './context.ts'

const pods = kindNamed('pods')
const manager = 'kube-controller-manager'

/** Returns the Pods of an owner that have neither ended nor are being deleted. */
export function activePods({ store }: ControllerContext, owner: KubeObject): Pod[] {
  return controlledBy(store, pods, owner)
    .map(({ object }) => object as Pod)
    .filter(
      ({ metadata, status }) =>
        metadata.deletionTimestamp === undefined && status.phase !== 'Succeeded' && status.phase !== 'Failed',
    )
}

/** Returns a Pod that an owner controls, without storing it. */
export function ownedPod(
  { apiVersion, kind, metadata: owner }: KubeObject,
  metadata: Partial<ObjectMeta> & { name: string },
  spec: PodSpec,
): KubeObject {
  const { name, generateName, labels, annotations } = metadata
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(generateName === undefined ? {} : { generateName }),
      ...(owner.namespace === undefined ? {} : { namespace: owner.namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [
        {
          apiVersion,
          kind,
          name: owner.name,
          uid: owner.uid ?? '',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec,
  }
}

/** Stores a Pod that an owner controls. */
export function createOwnedPod(
  context: ControllerContext,
  ...parts: Parameters<typeof ownedPod>
): KubeObject {
  return createObject(context, ownedPod(...parts), manager)
}
