import type { JsonObject, KubeObject, ObjectMeta } from './object.ts'

/** The parts of core/v1 and apps/v1 that controllers read and write. */
export interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason?: string
  message?: string
  lastTransitionTime: string
  lastUpdateTime?: string
  lastProbeTime?: string | null
  lastHeartbeatTime?: string
  observedGeneration?: number
}

export interface Container {
  name: string
  image: string
  imagePullPolicy?: string
  command?: string[]
  args?: string[]
  ports?: { name?: string; containerPort: number; protocol?: string }[]
  env?: JsonObject[]
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
  [field: string]: unknown
}

export interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  nodeName?: string
  nodeSelector?: Record<string, string>
  restartPolicy?: 'Always' | 'OnFailure' | 'Never'
  terminationGracePeriodSeconds?: number
  serviceAccountName?: string
  volumes?: JsonObject[]
  tolerations?: { key?: string; operator?: string; effect?: string; tolerationSeconds?: number }[]
  [field: string]: unknown
}

export interface ContainerState {
  running?: { startedAt: string }
  waiting?: { reason: string; message?: string }
  terminated?: {
    exitCode: number
    reason: string
    startedAt: string
    finishedAt: string
    containerID: string
  }
}

export interface ContainerStatus {
  name: string
  state: ContainerState
  lastState: ContainerState
  ready: boolean
  restartCount: number
  image: string
  imageID: string
  containerID?: string
  started: boolean
}

export interface PodStatus {
  observedGeneration?: number
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed'
  conditions?: Condition[]
  hostIP?: string
  hostIPs?: { ip: string }[]
  podIP?: string
  podIPs?: { ip: string }[]
  startTime?: string
  initContainerStatuses?: ContainerStatus[]
  containerStatuses?: ContainerStatus[]
  qosClass?: string
  [field: string]: unknown
}

export interface Pod extends KubeObject {
  spec: PodSpec
  status: PodStatus
}

export interface PodTemplate {
  metadata: Partial<ObjectMeta>
  spec: PodSpec
}

export interface ReplicaSet extends KubeObject {
  spec: {
    replicas: number
    minReadySeconds?: number
    selector: { matchLabels: Record<string, string> }
    template: PodTemplate
  }
  status: ReplicaSetStatus
}

export interface ReplicaSetStatus {
  replicas: number
  fullyLabeledReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  observedGeneration?: number
}

export interface DeploymentSpec {
  replicas: number
  selector: { matchLabels: Record<string, string> }
  template: PodTemplate
  strategy: {
    type: 'RollingUpdate' | 'Recreate'
    rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string }
  }
  paused?: boolean
  minReadySeconds?: number
  revisionHistoryLimit?: number
  progressDeadlineSeconds?: number
}

export interface DeploymentStatus {
  observedGeneration?: number
  replicas?: number
  updatedReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  unavailableReplicas?: number
  conditions?: Condition[]
}

export interface Deployment extends KubeObject {
  spec: DeploymentSpec
  status: DeploymentStatus
}

/** A workload whose Pods have fixed places, which its controller rolls out to one by one. */
export interface PlacedWorkload extends KubeObject {
  spec: {
    selector: { matchLabels: Record<string, string> }
    template: PodTemplate
    updateStrategy: { type: 'RollingUpdate' | 'OnDelete'; rollingUpdate?: { partition?: number } }
    /** Only of StatefulSets. */
    replicas?: number
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
  status: JsonObject
}

export interface Node extends KubeObject {
  spec: {
    unschedulable?: boolean
    podCIDR?: string
    taints?: { key: string; value?: string; effect: string }[]
    [field: string]: unknown
  }
  /** Undefined before the kubelet's first report. */
  status?: {
    allocatable?: Record<string, string>
    addresses?: { type: string; address: string }[]
    conditions?: Condition[]
    [field: string]: unknown
  }
}
