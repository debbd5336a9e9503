import type {
  ContainerStatus,
  IntOrString,
  List,
  PodSpec,
  ResourceList,
  StringMap,
  Time,
} from './pod-object.ts'

/**
 * API objects of the kinds the service reads: only the fields it uses, under their JSON names. Every field
 * the API server may omit is optional. Fields that Go writes as `null` (unset times, empty lists and maps)
 * may be null.
 */

export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean | null
}

export interface ObjectMeta {
  name: string
  namespace?: string
  uid: string
  creationTimestamp: string
  resourceVersion?: string
  generation?: number
  labels?: StringMap
  annotations?: StringMap
  ownerReferences?: List<OwnerReference>
  deletionTimestamp?: Time
  deletionGracePeriodSeconds?: number | null
}

export interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
  lastUpdateTime?: Time
  lastTransitionTime?: Time
  lastProbeTime?: Time
  lastHeartbeatTime?: Time
}

export interface LabelSelectorRequirement {
  key: string
  operator: string
  values?: List<string>
}

export interface LabelSelector {
  matchLabels?: StringMap
  matchExpressions?: List<LabelSelectorRequirement>
}

export interface PodTemplate {
  metadata?: { labels?: StringMap; annotations?: StringMap } | null
  spec?: PodSpec | null
}

export interface Deployment {
  metadata: ObjectMeta
  spec?: {
    replicas?: number | null
    paused?: boolean
    selector?: LabelSelector | null
    strategy?: {
      type?: string
      rollingUpdate?: { maxSurge?: IntOrString | null; maxUnavailable?: IntOrString | null } | null
    }
    template?: PodTemplate
  }
  status?: {
    observedGeneration?: number
    replicas?: number
    updatedReplicas?: number
    readyReplicas?: number
    availableReplicas?: number
    unavailableReplicas?: number
    conditions?: List<Condition>
  }
}

export interface ReplicaSet {
  metadata: ObjectMeta
  spec?: { replicas?: number | null; selector?: LabelSelector | null; template?: PodTemplate }
  status?: { replicas?: number; readyReplicas?: number; availableReplicas?: number }
}

export interface Pod {
  metadata: ObjectMeta
  spec?: PodSpec
  status?: {
    phase?: string
    reason?: string
    message?: string
    podIP?: string
    podIPs?: List<{ ip: string }>
    hostIP?: string
    qosClass?: string
    startTime?: Time
    conditions?: List<Condition>
    containerStatuses?: List<ContainerStatus>
    initContainerStatuses?: List<ContainerStatus>
    ephemeralContainerStatuses?: List<ContainerStatus>
  }
}

export interface Node {
  metadata: ObjectMeta
  spec?: {
    unschedulable?: boolean
    podCIDR?: string
    podCIDRs?: List<string>
    taints?: List<{ key: string; value?: string; effect: string; timeAdded?: Time }>
  }
  status?: {
    capacity?: ResourceList | null
    allocatable?: ResourceList | null
    conditions?: List<Condition>
    addresses?: List<{ type: string; address: string }>
    nodeInfo?: {
      kubeletVersion?: string
      osImage?: string
      kernelVersion?: string
      containerRuntimeVersion?: string
      architecture?: string
    }
  }
}

/** core/v1 Event; writers of events.k8s.io fill `eventTime` and `series` instead of older fields. */
export interface Event {
  metadata: ObjectMeta
  involvedObject?: { kind?: string; namespace?: string; name?: string; uid?: string }
  type?: string
  reason?: string
  message?: string
  count?: number | null
  firstTimestamp?: Time
  lastTimestamp?: Time
  eventTime?: Time
  series?: { count?: number; lastObservedTime?: Time } | null
}
