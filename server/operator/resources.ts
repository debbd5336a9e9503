import type { Kind } from '../kube/kinds.ts'
import type { ObjectMeta } from '../kube/objects.ts'

/** The label that makes a Secret a context: `kubeconfig`. */
export const SECRET_TYPE = 'clusterinspector.dev/secret-type'
/** What such a context is called, where that is not the Secret's name. */
export const CONTEXT_NAME = 'clusterinspector.dev/context-name'
/** The label of a cluster that was declared for Argo CD. */
export const ARGO_SECRET_TYPE = 'argocd.argoproj.io/secret-type'

/** Which key of which Secret in the same namespace. */
export interface SecretKeyRef {
  name: string
  key?: string
}

/** A context as it is declared in Kubernetes. */
export interface ClusterContext {
  metadata: ObjectMeta
  spec: {
    contextName: string
    default?: boolean
    suspend?: boolean
    /** The cluster that the service runs in, which is there without it: to give it a status, or to make it the default. */
    inCluster?: object
    kubeconfigSecretRef?: SecretKeyRef & { context?: string }
    tokenSecretRef?: SecretKeyRef
    server?: string
    caSecretRef?: SecretKeyRef
    probe?: { interval?: string; timeout?: string }
  }
  status?: ContextStatus | null
}

/** A condition as metav1.Condition has it. */
export interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason: string
  message: string
  lastTransitionTime: string
  observedGeneration: number
}

/** What a status says of the rights of a context, by route group. */
export interface GroupRights {
  group: string
  allowed: boolean
  /** As for `kubectl auth can-i`: `patch deployments.apps`. */
  missing: readonly string[]
}

/** How a context stands, as the replica that leads found it. */
export interface ContextStatus {
  observedGeneration?: number
  /** The Pod that wrote it. */
  observedBy?: string
  conditions?: readonly Condition[] | null
  serverVersion?: string
  identity?: string
  lastProbeTime?: string
  permissions?: readonly GroupRights[] | null
}

/** A Secret; values in base64. */
export interface Secret {
  metadata: ObjectMeta
  data?: Readonly<Record<string, string>> | null
}

export const clusterContexts: Kind<ClusterContext> = {
  kind: 'ClusterContext',
  apiGroup: 'clusterinspector.dev',
  version: 'v1alpha1',
  plural: 'clustercontexts',
  namespaced: true,
}

/** Helm keeps releases in Secrets, large and many, and none is a context: they stay where they are. */
export const secrets: Kind<Secret> = {
  kind: 'Secret',
  apiGroup: '',
  version: 'v1',
  plural: 'secrets',
  namespaced: true,
  followed: 'type!=helm.sh/release.v1',
}
