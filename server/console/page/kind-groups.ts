import type { KindEntry } from './catalogue.ts'

const GROUPS: readonly (readonly [group: string, kinds: readonly string[]])[] = [
  ['Workloads', ['Pod', 'Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'CronJob']],
  ['Scaling', ['HorizontalPodAutoscaler', 'PodDisruptionBudget']],
  ['Network', ['Service', 'Ingress', 'NetworkPolicy']],
  ['Configuration', ['ConfigMap', 'Secret', 'ServiceAccount', 'ResourceQuota', 'LimitRange']],
  ['Storage', ['PersistentVolumeClaim', 'PersistentVolume', 'StorageClass']],
  ['Cluster', ['Node', 'Namespace', 'Event']],
]

/** Kinds under a heading, in the order of the navigation. */
export interface KindGroup {
  readonly heading: string
  readonly kinds: readonly KindEntry[]
}

/** Returns kinds in groups; one that no group names is under `Other`. */
export function groupKinds(kinds: readonly KindEntry[]): readonly KindGroup[] {
  const namesInGroups = new Set(GROUPS.flatMap(([, names]) => names))
  const others = kinds.filter(({ kind }) => !namesInGroups.has(kind)).map(({ kind }) => kind)
  return [...GROUPS, ['Other', others] as const]
    .map(([heading, names]) => ({
      heading,
      kinds: names.flatMap((name) => kinds.filter(({ kind }) => kind === name)),
    }))
    .filter(({ kinds: found }) => found.length > 0)
}
