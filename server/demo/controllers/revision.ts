import { isDeepStrictEqual } from 'node:util'
import { kindNamed } from '../kinds.ts'
import type { Deployment, PodTemplate, ReplicaSet } from '../types.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import { setCondition } from './conditions.ts'
import { type ControllerContext, createObject, updateObject } from './context.ts'
import { newReplicas, resolveFenceposts } from './rollout.ts'

const deployments = kindNamed('deployments')
const replicaSets = kindNamed('replicasets')
const manager = 'kube-controller-manager'
const hashLabel = 'pod-template-hash'

export const revisionAnnotation = 'deployment.kubernetes.io/revision'

/** Returns the revision in a ReplicaSet's annotation, 0 without one. */
export function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.[revisionAnnotation] ?? 0)
}

/** Whether a ReplicaSet has a Deployment's template, ignoring the hash label (EqualIgnoreHash). */
export function isOf(set: ReplicaSet, deployment: Deployment): boolean {
  const { metadata, spec } = set.spec.template
  const { [hashLabel]: _hash, ...labels } = metadata.labels ?? {}
  return isDeepStrictEqual({ metadata: { ...metadata, labels }, spec }, withLabels(deployment.spec.template))
}

function withLabels({ metadata, spec }: PodTemplate): PodTemplate {
  return { metadata: { ...metadata, labels: metadata.labels ?? {} }, spec }
}

/** Returns the name suffix of a template's ReplicaSet. */
export function templateHash(template: PodTemplate): string {
  return suffixOf(JSON.stringify(template), 10)
}

/** Returns a ReplicaSet of a Deployment's template, without storing it. */
export function replicaSetFor(deployment: Deployment, replicas: number, revision: number): ReplicaSet {
  const { spec, metadata } = deployment
  const hash = templateHash(spec.template)
  const labels = { ...spec.template.metadata.labels, [hashLabel]: hash }
  const { 'kubectl.kubernetes.io/last-applied-configuration': _applied, ...copied } =
    metadata.annotations ?? {}
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name}-${hash}`,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels,
      annotations: { ...copied, ...sizes(deployment), [revisionAnnotation]: String(revision) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: metadata.name,
          uid: metadata.uid ?? '',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      replicas,
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      selector: { matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
    status: { replicas: 0 },
  }
}

function sizes({ spec }: Deployment): Record<string, string> {
  const { maxSurge = '25%', maxUnavailable = '25%' } = spec.strategy.rollingUpdate ?? {}
  const surge =
    spec.strategy.type === 'Recreate' ? 0 : resolveFenceposts(maxSurge, maxUnavailable, spec.replicas).surge
  return {
    'deployment.kubernetes.io/desired-replicas': String(spec.replicas),
    'deployment.kubernetes.io/max-replicas': String(spec.replicas + surge),
  }
}

/** Stores the ReplicaSet of a new template at its initial size and records an Event. */
export function createReplicaSet(
  context: ControllerContext,
  deployment: Deployment,
  old: readonly ReplicaSet[],
): ReplicaSet {
  const { replicas: desired, strategy } = deployment.spec
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy.rollingUpdate ?? {}
  const { surge } = resolveFenceposts(maxSurge, maxUnavailable, desired)
  const all = old.map(({ spec, status }) => ({
    replicas: spec.replicas,
    available: status.availableReplicas ?? 0,
  }))
  const waits = strategy.type === 'Recreate' && all.some(({ replicas }) => replicas > 0)
  const first = waits
    ? 0
    : newReplicas(desired, strategy.type === 'Recreate' ? 0 : surge, { replicas: 0, available: 0 }, all)
  const revision = Math.max(0, ...old.map(revisionOf)) + 1
  const created = createObject(context, replicaSetFor(deployment, first, revision), manager) as ReplicaSet
  const annotations = { ...deployment.metadata.annotations, [revisionAnnotation]: String(revision) }
  const said = {
    type: 'Progressing',
    status: 'True',
    reason: 'NewReplicaSetCreated',
    message: `Created new replica set "${created.metadata.name}"`,
  } as const
  const conditions = setCondition(deployment.status.conditions ?? [], said, context.clock.now())
  const after = {
    ...deployment,
    metadata: { ...deployment.metadata, annotations },
    status: { ...deployment.status, conditions },
  }
  updateObject(context, deployments, deployment, after, { manager, subresource: 'status' })
  if (first > 0) sayScaled(context, deployment, created.metadata.name, 0, first)
  return created
}

/** Scales a ReplicaSet and records an Event. */
export function scale(
  context: ControllerContext,
  deployment: Deployment,
  set: ReplicaSet,
  replicas: number,
): void {
  const annotations = { ...set.metadata.annotations, ...sizes(deployment) }
  const after = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } }
  updateObject(context, replicaSets, set, after, { manager })
  if (set.spec.replicas !== replicas)
    sayScaled(context, deployment, set.metadata.name, set.spec.replicas, replicas)
}

function sayScaled(
  context: ControllerContext,
  object: Deployment,
  name: string,
  from: number,
  to: number,
): void {
  const message = `Scaled ${to > from ? 'up' : 'down'} replica set ${name} from ${from} to ${to}`
  const component = 'deployment-controller'
  context.recorder.record({ object, type: 'Normal', reason: 'ScalingReplicaSet', message, component })
}
