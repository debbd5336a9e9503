/** The contents of a Pod, and the small types that objects.ts shares with it. */

export type List<T> = readonly T[] | null
/** RFC 3339 timestamp, in whole seconds or with a fraction (metav1.MicroTime). */
export type Time = string | null
export type StringMap = Readonly<Record<string, string>> | null

/** Quantities by resource name: `{cpu: '100m', memory: '128Mi'}`. */
export type ResourceList = Readonly<Record<string, string>>

export interface ResourceRequirements {
  requests?: ResourceList | null
  limits?: ResourceList | null
}

export type IntOrString = number | string

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
