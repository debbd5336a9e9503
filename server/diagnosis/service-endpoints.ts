import { deployments } from '../kinds/deployments/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { endpointSlices } from '../kinds/endpointslices/kind.ts'
import type { EndpointSlice } from '../kinds/endpointslices/model.ts'
import { sliceEndpoints } from '../kinds/endpointslices/projections.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod, PodTemplate } from '../kinds/pods/model.ts'
import type { Service } from '../kinds/services/model.ts'
import { selectorText, validSelector } from '../kinds/shared/label-selector.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './finding.ts'
import { findingsOfDeployment, inNamespaceOf } from './owned-pods.ts'

/** Returns the selector of a Service whose endpoints Kubernetes keeps up; undefined for another Service. */
export function selectorOf({ spec }: Service): Readonly<Record<string, string>> | undefined {
  const selector = spec?.selector ?? {}
  return spec?.type === 'ExternalName' || Object.keys(selector).length === 0 ? undefined : selector
}

/** Whether a Service is the DNS of the cluster, which has a rule of its own. Source: kubeadm, CoreDNSService. */
export function isClusterDns({ metadata: { name, namespace } }: Service): boolean {
  return namespace === 'kube-system' && name === 'kube-dns'
}

/** Returns the EndpointSlices that Kubernetes keeps up for a Service. */
export function slicesOf(service: Service, facts: Facts): readonly EndpointSlice[] {
  return facts.list(endpointSlices, { ...inNamespaceOf(service), controlledBy: service.metadata.uid })
}

/** Whether any address takes requests. */
export function hasReadyAddress(slices: readonly EndpointSlice[]): boolean {
  return slices.some((slice) => sliceEndpoints(slice).ready.length > 0)
}

/** Returns the Pods that a Service may have as endpoints: those that have ended have none. */
export function selectedPods(service: Service, facts: Facts): readonly Pod[] {
  const labelSelector = validSelector(selectorText({ matchLabels: service.spec?.selector ?? {} }))
  if (labelSelector === undefined) return []
  return facts
    .list(pods, { ...inNamespaceOf(service), labelSelector })
    .filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed')
}

/** A workload that would create Pods for a Service. */
export interface SelectedWorkload {
  readonly kind: string
  readonly name: string
  readonly replicas: number
  /** Findings that explain why it has no Pods. */
  readonly findings: () => readonly Finding[]
}

/** Returns the first Deployment or StatefulSet whose Pods a Service selects; undefined if there is none that may be read. */
export function selectedWorkload(service: Service, facts: Facts): SelectedWorkload | undefined {
  const isSelected = ({ spec }: Workload) =>
    hasLabels(spec?.template?.metadata?.labels, service.spec?.selector)
  const deployment = facts.optional(() => facts.list(deployments, inNamespaceOf(service)).find(isSelected))
  if (deployment !== undefined)
    return {
      kind: deployments.kind,
      name: deployment.metadata.name,
      replicas: deployment.spec?.replicas ?? 1,
      findings: () => findingsOfDeployment(deployment, facts),
    }
  const statefulSet = facts.optional(() => facts.list(statefulSets, inNamespaceOf(service)).find(isSelected))
  if (statefulSet === undefined) return undefined
  return {
    kind: statefulSets.kind,
    name: statefulSet.metadata.name,
    replicas: statefulSet.spec?.replicas ?? 1,
    findings: () => facts.findings(statefulSets, statefulSet),
  }
}

type Workload = KubernetesObject & { readonly spec?: { readonly template?: PodTemplate } }

function hasLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
  selector: Readonly<Record<string, string>> | null | undefined,
): boolean {
  return Object.entries(selector ?? {}).every(([key, value]) => labels?.[key] === value)
}
