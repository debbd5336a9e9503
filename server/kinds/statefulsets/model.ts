import type { Condition, IntOrString, LabelSelector, List, ObjectMeta } from '../../cluster/objects.ts'
import type { PersistentVolumeClaim } from '../persistentvolumeclaims/model.ts'
import type { PodTemplate } from '../pods/model.ts'

/** A claim that each Pod of a StatefulSet gets its own of. */
export interface ClaimTemplate {
  metadata?: { name?: string } | null
  spec?: PersistentVolumeClaim['spec'] | null
}

/** apps/v1 StatefulSet: the fields the service reads. */
export interface StatefulSet {
  metadata: ObjectMeta
  spec?: {
    replicas?: number | null
    serviceName?: string
    podManagementPolicy?: string
    ordinals?: { start?: number } | null
    updateStrategy?: {
      type?: string
      rollingUpdate?: { partition?: number | null; maxUnavailable?: IntOrString | null } | null
    } | null
    selector?: LabelSelector | null
    template?: PodTemplate
    volumeClaimTemplates?: List<ClaimTemplate>
  }
  status?: {
    observedGeneration?: number
    replicas?: number
    readyReplicas?: number
    currentReplicas?: number
    updatedReplicas?: number
    availableReplicas?: number
    currentRevision?: string
    updateRevision?: string
    conditions?: List<Condition>
  }
}
