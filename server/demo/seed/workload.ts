import { complete } from '../default-metadata.ts'
import { deploymentStatus } from '../controllers/deployment-status.ts'
import { replicaSetStatus } from '../controllers/replicaset.ts'
import { ownedPod } from '../controllers/owned-pods.ts'
import { replicaSetFor, revisionAnnotation } from '../controllers/revision.ts'
import { kindNamed } from '../kinds.ts'
import type { KubeObject } from '../object.ts'
import type { Deployment, Pod, PodSpec, ReplicaSet } from '../types.ts'
import { withDefaults } from '../writes/defaults.ts'
import { managedAfter } from '../writes/fields.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import { type Life, seededPod } from './pods.ts'

const deployments = kindNamed('deployments')
const replicaSets = kindNamed('replicasets')

/** One rollout in a Deployment's history. */
export interface Rollout {
  spec: PodSpec
  /** Number of Pods left of it. */
  replicas: number
  life: Life
  ageMs: number
}

export interface Workload {
  namespace: string
  name: string
  replicas: number
  rollouts: readonly Rollout[]
  /** A template that has not been rolled out, because the Deployment is paused. */
  pending?: PodSpec
  strategy?: Deployment['spec']['strategy']
  annotations?: Record<string, string>
}

/** A node that can run Pods: its name, its address, and the first three octets of its Pods' addresses. */
export interface Place {
  nodeName: string
  hostIP: string
  network: string
}

/**
 * Returns a Deployment with its ReplicaSets and Pods, with the statuses that their controllers would have
 * written.
 */
export function seededWorkload(workload: Workload, places: readonly Place[], now: number): KubeObject[] {
  const { rollouts, pending } = workload
  const deployment = seededDeployment(workload, now)
  const sets: ReplicaSet[] = []
  const all: Pod[] = []
  rollouts.forEach((rollout, index) => {
    const { spec } = deployment
    const rolledOut = { ...deployment, spec: { ...spec, template: templateOf(workload, rollout.spec) } }
    const defaulted = withDefaults(deployments, rolledOut) as Deployment
    const createdAt = now - rollout.ageMs
    const bare = replicaSetFor(defaulted, rollout.replicas, index + 1)
    const completed = complete(replicaSets, bare, createdAt)
    const set = signed(completed, 'kube-controller-manager', createdAt) as ReplicaSet
    const pods = Array.from({ length: rollout.replicas }, (_, number) =>
      podOf(set, rollout, number, places, now),
    )
    sets.push({ ...set, status: replicaSetStatus(set, pods, now) })
    all.push(...pods)
  })
  const current = pending === undefined ? sets.at(-1) : undefined
  const progressedAt = now - (rollouts.at(-1)?.ageMs ?? 0) + 60_000
  const status = deploymentStatus(deployment, sets, current, progressedAt)
  const conditions = withProgress(status.conditions ?? [], workload, sets, now)
  return [{ ...deployment, status: { ...status, conditions } }, ...sets, ...all]
}

/** Returns the Deployment without its status, as old as its first rollout. */
function seededDeployment(workload: Workload, now: number): Deployment {
  const { namespace, name, rollouts, pending } = workload
  const latest = rollouts.at(-1)?.spec ?? { containers: [] }
  const createdAt = now - Math.max(...rollouts.map(({ ageMs }) => ageMs))
  const applied: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      generation: rollouts.length + (pending === undefined ? 0 : 1),
      labels: labelsOf(workload),
      annotations: { ...workload.annotations, [revisionAnnotation]: String(rollouts.length) },
    },
    spec: {
      replicas: workload.replicas,
      selector: { matchLabels: { 'app.kubernetes.io/name': name } },
      template: templateOf(workload, pending ?? latest),
      ...(workload.strategy === undefined ? {} : { strategy: workload.strategy }),
      ...(pending === undefined ? {} : { paused: true }),
    },
  }
  const completed = complete(deployments, withDefaults(deployments, applied), createdAt)
  return signed(completed, 'kubectl-client-side-apply', createdAt) as Deployment
}

function templateOf(workload: Workload, spec: PodSpec): Deployment['spec']['template'] {
  return { metadata: { labels: labelsOf(workload) }, spec }
}

function labelsOf({ name, namespace }: Workload): Record<string, string> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace }
}

function withProgress(
  conditions: NonNullable<Deployment['status']['conditions']>,
  { rollouts, pending, name }: Workload,
  sets: readonly ReplicaSet[],
  now: number,
): NonNullable<Deployment['status']['conditions']> {
  const newest = rollouts.at(-1)
  const at = new Date(now - (newest?.ageMs ?? 0) + 60_000).toISOString().slice(0, 19)
  const stuck = newest !== undefined && newest.replicas > 0 && newest.life !== 'running'
  const subject = `ReplicaSet "${sets.at(-1)?.metadata.name ?? name}"`
  const [status, reason, message] =
    pending !== undefined
      ? (['Unknown', 'DeploymentPaused', 'Deployment is paused'] as const)
      : stuck
        ? (['False', 'ProgressDeadlineExceeded', `${subject} has timed out progressing.`] as const)
        : (['True', 'NewReplicaSetAvailable', `${subject} has successfully progressed.`] as const)
  const progressing = {
    type: 'Progressing',
    status,
    reason,
    message,
    lastUpdateTime: `${at}Z`,
    lastTransitionTime: `${at}Z`,
  }
  return [...conditions.filter(({ type }) => type !== 'Progressing'), progressing]
}

function podOf(
  set: ReplicaSet,
  { life, ageMs }: Rollout,
  number: number,
  places: readonly Place[],
  now: number,
): Pod {
  const { name } = set.metadata
  const { metadata, spec } = set.spec.template
  const suffix = suffixOf(`${name}/${number}`)
  const checksum = Buffer.from(suffix).reduce((sum, byte) => sum + byte, 0)
  const names = { name: `${name}-${suffix}`, generateName: `${name}-` }
  const pod = ownedPod(set, { ...metadata, ...names }, spec)
  const place = places[(checksum + number) % places.length]
  return podOn(pod, place, life, now - ageMs + number * 1000, now)
}

/** Returns a Pod of a controller on a node. */
export function podOn(
  object: KubeObject,
  place: Place | undefined,
  life: Life,
  born: number,
  now: number,
): Pod {
  const spec = object['spec'] as PodSpec
  const checksum = Buffer.from(object.metadata.name.slice(-5)).reduce((sum, byte) => sum + byte, 0)
  const onNode =
    place === undefined
      ? { object }
      : {
          object: { ...object, spec: { ...spec, nodeName: place.nodeName } },
          hostIP: place.hostIP,
          podIP: `${place.network}.${4 + (checksum % 240)}`,
        }
  return seededPod({ ...onNode, life, born, manager: 'kube-controller-manager' }, now)
}

/** Returns an object with the fields that a manager set when it created the object. */
export function signed(object: KubeObject, manager: string, now: number): KubeObject {
  const managedFields = managedAfter(undefined, object, { manager, now })
  return { ...object, metadata: { ...object.metadata, managedFields } }
}
