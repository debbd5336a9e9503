import { inNamespace } from '../cluster/client/api-call.ts'
import type { Kind } from '../cluster/kind.ts'
import { controllerOf } from '../cluster/read/ownership.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import type { Facts } from './facts.ts'
import type { ObjectName } from './finding.ts'

/** Kinds that other workloads own, which are followed to their owners. */
const OWNED: Readonly<Record<string, Kind<KubernetesObject>>> = { ReplicaSet: replicaSets, Job: jobs }

/** Returns the topmost controller of an object: the Deployment of a Pod. Undefined for an object without a controller. */
export function topOwner({ metadata }: KubernetesObject, facts: Facts): ObjectName | undefined {
  const { namespace } = metadata
  let top = controllerOf(metadata)
  const next = top === undefined || !Object.hasOwn(OWNED, top.kind) ? undefined : OWNED[top.kind]
  if (top !== undefined && next !== undefined) {
    const { name } = top
    const owner = facts.optional(() => facts.get(next, name, namespace))
    top = controllerOf(owner?.metadata) ?? top
  }
  if (top === undefined || top.kind === 'Node') return undefined
  return { kind: top.kind, name: top.name, ...inNamespace(namespace) }
}
