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
    kubeconfigSecretRef?: SecretKeyRef & { context?: string }
    tokenSecretRef?: SecretKeyRef
    server?: string
    caSecretRef?: SecretKeyRef
  }
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

export const secrets: Kind<Secret> = {
  kind: 'Secret',
  apiGroup: '',
  version: 'v1',
  plural: 'secrets',
  namespaced: true,
}
