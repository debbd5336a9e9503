import type { Deployment } from '../../../server/kinds/deployments/model.ts'
import { annotations } from './annotations.ts'

/**
 * Reference implementation of the API's Deployment, computed from kubectl's JSON and written from the API
 * description alone. `age` is left out.
 */
export function summary(object: Deployment): Record<string, unknown> {
  const { metadata, spec, status } = object
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    replicas: {
      desired: spec?.replicas,
      ready: status?.readyReplicas ?? 0,
      available: status?.availableReplicas ?? 0,
      unavailable: status?.unavailableReplicas ?? 0,
    },
    status: word(object),
    images: (spec?.template?.spec?.containers ?? []).map((container) => container.image),
    labels: metadata.labels ?? {},
    createdAt: metadata.creationTimestamp,
  }
}

export function detail(object: Deployment): Record<string, unknown> {
  const { metadata, spec, status } = object
  const { images: _, replicas, ...shared } = summary(object)
  return {
    ...shared,
    uid: metadata.uid,
    replicas: { ...(replicas as object), updated: status?.updatedReplicas ?? 0 },
    conditions: status?.conditions ?? [],
    strategy: strategy(object),
    selector: selector(object),
    template: {
      metadata: { labels: spec?.template?.metadata?.labels ?? {} },
      spec: {
        containers: (spec?.template?.spec?.containers ?? []).map(({ name, image, ports, resources }) => ({
          name,
          image,
          ports: (ports ?? []).map(({ containerPort, protocol }) => ({ containerPort, protocol })),
          resources: { requests: {}, limits: {}, ...resources },
        })),
      },
    },
    paused: spec?.paused ?? false,
    annotations: annotations(metadata.annotations),
  }
}

function word({ metadata, spec, status }: Deployment): string {
  const condition = (type: string) => status?.conditions?.find((one) => one.type === type)
  const desired = spec?.replicas ?? 0
  const { replicas = 0, updatedReplicas: updated = 0, availableReplicas: available = 0 } = status ?? {}
  if (status?.observedGeneration !== metadata.generation) return 'Progressing'
  if (condition('Progressing')?.status === 'False') return 'Degraded'
  if (condition('ReplicaFailure')?.status === 'True') return 'Degraded'
  const complete = condition('Progressing')?.reason === 'NewReplicaSetAvailable'
  const rolling = updated < desired || replicas > updated || (available < updated && !complete)
  if (rolling) return spec?.paused ? 'Paused' : 'Progressing'
  return available < desired ? 'Degraded' : 'Available'
}

function selector({ spec }: Deployment): Record<string, unknown> {
  const { matchLabels, matchExpressions } = spec?.selector ?? {}
  return {
    matchLabels: matchLabels ?? {},
    matchExpressions: matchExpressions?.map((one) => ({ values: [], ...one })),
  }
}

function strategy({ spec }: Deployment): Record<string, unknown> {
  const { type, rollingUpdate } = spec?.strategy ?? {}
  if (rollingUpdate === undefined || rollingUpdate === null) return { type }
  const share = (value: number | string | null | undefined, round: (value: number) => number) =>
    typeof value === 'string'
      ? round((Number.parseInt(value, 10) / 100) * (spec?.replicas ?? 0))
      : (value ?? 0)
  const maxSurge = share(rollingUpdate.maxSurge, Math.ceil)
  const maxUnavailable = share(rollingUpdate.maxUnavailable, Math.floor)
  const stuck = maxSurge === 0 && maxUnavailable === 0
  return { type, rollingUpdate: { maxSurge, maxUnavailable: stuck ? 1 : maxUnavailable } }
}
