import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import type { StorageClass } from './model.ts'
import type { StorageClassDetail, StorageClassSummary } from './schema.ts'

/** Annotations that mark the default class. Source: k8s.io/kubernetes, storage/util, IsDefaultAnnotation. */
const DEFAULT = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]

/** Projects a StorageClass for lists; `now` in milliseconds since 1970. */
export function storageClassSummary(storageClass: StorageClass, now: number): StorageClassSummary {
  return { ...commonSummary(storageClass.metadata, now), ...fieldsOf(storageClass) }
}

/** Projects a StorageClass for its detail response; `now` in milliseconds since 1970. */
export function storageClassDetail(storageClass: StorageClass, now: number): StorageClassDetail {
  const { metadata, parameters, mountOptions, allowedTopologies } = storageClass
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(storageClass),
    parameters: parameters ?? {},
    mountOptions: [...(mountOptions ?? [])],
    allowedTopologies: (allowedTopologies ?? []).map(({ matchLabelExpressions }) => ({
      matchLabelExpressions: (matchLabelExpressions ?? []).map(({ key, values }) => ({
        key,
        values: [...(values ?? [])],
      })),
    })),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The API server fills in what a manifest leaves out: `Delete` and `Immediate`. */
function fieldsOf({
  metadata,
  provisioner,
  reclaimPolicy,
  volumeBindingMode,
  allowVolumeExpansion,
}: StorageClass) {
  return {
    provisioner: provisioner ?? '',
    reclaimPolicy: reclaimPolicy ?? 'Delete',
    volumeBindingMode: volumeBindingMode ?? 'Immediate',
    allowVolumeExpansion: allowVolumeExpansion === true,
    default: isDefaultClass({ metadata }),
  }
}

/** Whether claims without a class get this one. */
export function isDefaultClass({ metadata }: Pick<StorageClass, 'metadata'>): boolean {
  return DEFAULT.some((name) => metadata.annotations?.[name] === 'true')
}
