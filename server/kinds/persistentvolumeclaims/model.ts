import type { Condition, LabelSelector, List, ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** core/v1 TypedObjectReference of a claim's source. */
export interface DataSource {
  kind?: string
  name?: string
  apiGroup?: string | null
  namespace?: string | null
}

/** core/v1 PersistentVolumeClaim: the fields the service reads. */
export interface PersistentVolumeClaim {
  metadata: ObjectMeta
  spec?: {
    accessModes?: List<string>
    resources?: { requests?: StringMap; limits?: StringMap } | null
    volumeName?: string
    storageClassName?: string | null
    volumeAttributesClassName?: string | null
    volumeMode?: string | null
    selector?: LabelSelector | null
    dataSource?: DataSource | null
    dataSourceRef?: DataSource | null
  }
  status?: {
    phase?: string
    accessModes?: List<string>
    capacity?: StringMap
    conditions?: List<Condition>
    currentVolumeAttributesClassName?: string | null
  }
}
