import type { List, ObjectMeta, StringMap, Time } from '../../cluster/objects.ts'

/** core/v1 PersistentVolume: the fields the service reads. The source of a volume is a field named by its type. */
export interface PersistentVolume {
  metadata: ObjectMeta
  spec?: {
    capacity?: StringMap
    accessModes?: List<string>
    persistentVolumeReclaimPolicy?: string
    storageClassName?: string
    volumeAttributesClassName?: string | null
    volumeMode?: string | null
    mountOptions?: List<string>
    claimRef?: { namespace?: string; name?: string } | null
    csi?: { driver?: string; volumeHandle?: string } | null
    [source: string]: unknown
  }
  status?: { phase?: string; reason?: string; message?: string; lastPhaseTransitionTime?: Time }
}
