/*
 * The parts of an API server's answers that the suite looks at. None is sure to be there: what is missing is
 * undefined, and the expectation about it fails. What is only compared as a whole is unknown.
 */

/** An object, a list, or a Status. */
export interface KubeJson {
  kind?: string
  apiVersion?: string
  metadata?: Metadata
  items?: KubeJson[]
  spec?: Spec
  /** A Status has a word here, which is only compared. */
  status?: State
  data?: unknown
  reason?: string
  message?: string
  details?: unknown
  /** Of discovery. */
  groups?: unknown[]
  resources?: { name?: string }[]
}

interface Metadata {
  name?: string
  namespace?: string
  generateName?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  managedFields?: { fieldsV1?: unknown }[]
  continue?: string
  remainingItemCount?: number
}

interface OwnerReference {
  kind?: string
  name?: string
  uid?: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** Of a Deployment or a ReplicaSet. */
interface Spec {
  replicas?: number
  selector?: unknown
  template?: { spec?: { containers?: unknown[] } }
}

/** Of all the kinds that are looked at, in one. */
interface State extends WorkloadStatus, ReviewStatus {
  /** Of a Pod or a Namespace. */
  phase?: string
  containerStatuses?: { restartCount?: number; state?: { waiting?: { reason?: string } } }[]
}

interface WorkloadStatus {
  conditions?: Condition[]
  observedGeneration?: number
  replicas?: number
  updatedReplicas?: number
}

interface Condition {
  type?: string
  status?: string
  reason?: string
  message?: string
}

interface ReviewStatus {
  allowed?: boolean
  reason?: string
  incomplete?: boolean
  resourceRules?: unknown[]
  nonResourceRules?: { verbs?: unknown }[]
  authenticated?: boolean
  error?: string
  user?: { username?: string }
  userInfo?: { username?: string; groups?: unknown }
  token?: string
}

/** One line of a watch. */
export interface WatchEvent {
  type?: string
  object?: KubeJson
}

/** What a text says as JSON; nothing where it is not JSON, or no object. */
export function readJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
