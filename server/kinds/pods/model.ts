import type { Condition, IntOrString, List, ObjectMeta, StringMap, Time } from '../../cluster/objects.ts'

/** core/v1 Pod: the fields the service reads. */
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

export interface PodTemplate {
  metadata?: { labels?: StringMap; annotations?: StringMap } | null
  spec?: PodSpec | null
}

/** Quantities by resource name: `{cpu: '100m', memory: '128Mi'}`. */
export type ResourceList = Readonly<Record<string, string>>

export interface ResourceRequirements {
  requests?: ResourceList | null
  limits?: ResourceList | null
}

export interface EnvVar {
  name: string
  value?: string
  valueFrom?: {
    configMapKeyRef?: { name?: string; key: string } | null
    secretKeyRef?: { name?: string; key: string } | null
    fieldRef?: { fieldPath: string } | null
    resourceFieldRef?: { containerName?: string; resource: string } | null
    fileKeyRef?: { volumeName: string; key: string } | null
  } | null
}

export interface EnvFromSource {
  prefix?: string
  configMapRef?: { name?: string } | null
  secretRef?: { name?: string } | null
}

export interface Probe {
  exec?: { command?: List<string> } | null
  httpGet?: { path?: string; port: IntOrString; host?: string; scheme?: string } | null
  tcpSocket?: { port: IntOrString; host?: string } | null
  grpc?: { port: number; service?: string | null } | null
  initialDelaySeconds?: number
  timeoutSeconds?: number
  periodSeconds?: number
  successThreshold?: number
  failureThreshold?: number
}

export interface Container {
  name: string
  image?: string
  command?: List<string>
  /** `Always` makes an init container a sidecar. */
  restartPolicy?: string | null
  ports?: List<{
    name?: string
    containerPort: number
    hostPort?: number
    hostIP?: string
    protocol?: string
  }>
  resources?: ResourceRequirements | null
  env?: List<EnvVar>
  envFrom?: List<EnvFromSource>
  volumeMounts?: List<{
    name: string
    mountPath: string
    readOnly?: boolean
    subPath?: string
    subPathExpr?: string
  }>
  livenessProbe?: Probe | null
  readinessProbe?: Probe | null
  startupProbe?: Probe | null
}

/** A volume's name and its one source, under the name of the source's type (`configMap`, `csi`). */
export interface Volume {
  name: string
  [source: string]: unknown
}

export interface Toleration {
  key?: string
  operator?: string
  value?: string
  effect?: string
  tolerationSeconds?: number | null
}

export interface NodeSelectorRequirement {
  key: string
  operator: string
  values?: List<string>
}

/** A node matches if it satisfies every requirement of one term. */
export interface NodeSelectorTerm {
  matchExpressions?: List<NodeSelectorRequirement>
  matchFields?: List<NodeSelectorRequirement>
}

export interface PodSpec {
  nodeName?: string
  containers?: List<Container>
  initContainers?: List<Container>
  ephemeralContainers?: List<Container>
  volumes?: List<Volume>
  imagePullSecrets?: List<{ name?: string }>
  serviceAccountName?: string
  restartPolicy?: string
  priority?: number | null
  nodeSelector?: StringMap
  affinity?: {
    nodeAffinity?: {
      requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms?: List<NodeSelectorTerm> } | null
    } | null
  } | null
  tolerations?: List<Toleration>
  overhead?: ResourceList | null
  resources?: ResourceRequirements | null
}

export interface ContainerStateTerminated {
  exitCode: number
  signal?: number
  reason?: string
  message?: string
  startedAt?: Time
  finishedAt?: Time
}

export interface ContainerState {
  running?: { startedAt?: Time } | null
  waiting?: { reason?: string; message?: string } | null
  terminated?: ContainerStateTerminated | null
}

export interface ContainerStatus {
  name: string
  image?: string
  ready?: boolean
  started?: boolean | null
  restartCount?: number
  state?: ContainerState | null
  lastState?: ContainerState | null
  resources?: ResourceRequirements | null
  allocatedResources?: ResourceList | null
}
