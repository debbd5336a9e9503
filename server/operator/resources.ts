import type { Kind } from '../cluster/kind.ts'
import type { ObjectMeta } from '../cluster/objects.ts'

/** Label that makes a Secret a context, with the value `kubeconfig`. */
export const SECRET_TYPE = 'clusterinspector.dev/secret-type'
/** Annotation with the name of such a context; absent: the Secret's name. */
export const CONTEXT_NAME = 'clusterinspector.dev/context-name'
/** Label of a cluster that was declared for Argo CD. */
export const ARGO_SECRET_TYPE = 'argocd.argoproj.io/secret-type'

/** A key of a Secret in the same namespace. */
export interface SecretKeyRef {
  name: string
  key?: string
}

/** A context declared in Kubernetes (custom resource). */
export interface ClusterContext {
  metadata: ObjectMeta
  spec: {
    contextName: string
    default?: boolean
    suspend?: boolean
    /**
     * Declares the cluster that the service runs in. It exists without a declaration; this gives it a status,
     * or makes it the default.
     */
    inCluster?: object
    kubeconfigSecretRef?: SecretKeyRef & { context?: string }
    tokenSecretRef?: SecretKeyRef
    server?: string
    caSecretRef?: SecretKeyRef
    probe?: { interval?: string; timeout?: string }
  }
  status?: ContextStatus | null
}

/** A metav1.Condition. */
export interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason: string
  message: string
  lastTransitionTime: string
  observedGeneration: number
}

/** Rights of one route group, in the status of a context. */
export interface GroupRights {
  group: string
  allowed: boolean
  /** In the format of `kubectl auth can-i`: `patch deployments.apps`. */
  missing: readonly string[]
}

/** Health of a context, as the leading replica found it. */
export interface ContextStatus {
  observedGeneration?: number
  /** The Pod that wrote the status. */
  observedBy?: string
  conditions?: readonly Condition[] | null
  serverVersion?: string
  identity?: string
  lastProbeTime?: string
  permissions?: readonly GroupRights[] | null
}

/** A Secret; its values are base64. */
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

/** Excludes the Secrets of Helm releases, which are large, numerous and never contexts. */
export const secrets: Kind<Secret> = {
  kind: 'Secret',
  apiGroup: '',
  version: 'v1',
  plural: 'secrets',
  namespaced: true,
  followed: 'type!=helm.sh/release.v1',
}
