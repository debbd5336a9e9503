import { randomUUID } from 'node:crypto'
import type { Kind } from './kinds.ts'
import { type KubeObject, timestamp } from './object.ts'

/** Fills in the metadata that an API server gives every object it creates. */
export function complete(kind: Kind, object: KubeObject, now: number): KubeObject {
  const { metadata } = object
  const namespace = kind.namespaced ? { namespace: metadata.namespace ?? 'default' } : {}
  const { name, generateName, ...rest } = metadata
  return {
    ...object,
    metadata: {
      name,
      ...(generateName === undefined ? {} : { generateName }),
      ...namespace,
      uid: randomUUID(),
      resourceVersion: '',
      ...(kind.hasGeneration ? { generation: 1 } : {}),
      creationTimestamp: timestamp(now),
      ...rest,
    },
  }
}
