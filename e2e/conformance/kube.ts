/*
 * The parts of an API server's responses that the suite examines. Every field is optional, because a missing
 * one has to fail an assertion. Fields that are only compared as a whole are unknown.
 */

/** An object, a list, or a Status. */
export interface KubeJson {
  kind?: string
  apiVersion?: string
  metadata?: Metadata
  items?: KubeJson[]
  spec?: Spec
  /** In a Status this is a string, which is only compared. */
  status?: State
  data?: unknown
  reason?: string
  message?: string
  details?: unknown
  /** Fields of discovery responses. */
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

/** The spec of a Deployment or a ReplicaSet. */
interface Spec {
  replicas?: number
  selector?: unknown
  template?: { spec?: { containers?: unknown[] } }
}

/** The status fields of all kinds that the suite examines. */
interface State extends WorkloadStatus, ReviewStatus {
  /** Set for a Pod or a Namespace. */
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

/** One watch event. */
export interface WatchEvent {
  type?: string
  object?: KubeJson
}

/** Parses a JSON object; returns an empty object if the text is not one. */
export function readJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
