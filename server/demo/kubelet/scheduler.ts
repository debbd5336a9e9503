import { type ControllerContext, updateObject } from '../controllers/context.ts'
import { conditionOf } from '../controllers/conditions.ts'
import { kindNamed } from '../kinds.ts'
import { timestamp } from '../object.ts'
import type { Node, Pod, PodSpec } from '../types.ts'
import { quantity } from './quantity.ts'

const nodes = kindNamed('nodes')
const pods = kindNamed('pods')
const component = 'default-scheduler'

/** Binds a Pod to a node, or reports the reasons why no node fits in a condition and an Event. */
export function schedule(context: ControllerContext, pod: Pod): void {
  const { store, clock, recorder } = context
  const all = store.list(nodes).map(({ object }) => object as Node)
  const reasons = new Map<string, number>()
  const fitting = all.filter((node) => {
    const reason = unfit(node, pod)
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return reason === undefined
  })
  const chosen = leastLoaded(context, fitting)
  const now = timestamp(clock.now())
  const observedGeneration = pod.metadata.generation ?? 1
  if (chosen === undefined) {
    const message = unschedulable(all.length, reasons)
    const before = conditionOf(pod.status.conditions, 'PodScheduled')
    const condition = {
      type: 'PodScheduled',
      observedGeneration,
      status: 'False' as const,
      lastProbeTime: null,
      lastTransitionTime: before?.lastTransitionTime ?? now,
      reason: 'Unschedulable',
      message,
    }
    const after = { ...pod, status: { ...pod.status, conditions: [condition] } }
    updateObject(context, pods, pod, after, { manager: 'kube-scheduler', subresource: 'status' })
    recorder.record({ object: pod, type: 'Warning', reason: 'FailedScheduling', message, component })
    return
  }
  const scheduled = {
    type: 'PodScheduled',
    observedGeneration,
    status: 'True' as const,
    lastProbeTime: null,
    lastTransitionTime: now,
  }
  const { name } = chosen.metadata
  const bound = {
    ...pod,
    spec: { ...pod.spec, nodeName: name },
    status: { ...pod.status, conditions: [scheduled] },
  }
  // A binding is not a change of the spec that increments the generation.
  store.put(pods, bound)
  const { namespace } = pod.metadata
  const message = `Successfully assigned ${namespace}/${pod.metadata.name} to ${name}`
  recorder.record({ object: pod, type: 'Normal', reason: 'Scheduled', message, component })
}

/** Returns the reason why a Pod does not fit on a node, as the message of the scheduler's filter. */
function unfit(node: Node, pod: Pod): string | undefined {
  if (node.spec.unschedulable === true) return 'node(s) were unschedulable'
  const fault = placementFault(node, pod.spec)
  if (fault !== undefined) return fault
  for (const resource of ['cpu', 'memory']) {
    const wanted = pod.spec.containers.reduce(
      (sum, { resources }) => sum + quantity(resources?.requests?.[resource]),
      0,
    )
    if (wanted > quantity(node.status?.allocatable?.[resource])) return `Insufficient ${resource}`
  }
  return undefined
}

/** Returns the reason why a Pod may not be on a node by its taints and labels. */
export function placementFault({ spec, metadata }: Node, pod: PodSpec): string | undefined {
  const taint = (spec.taints ?? []).find(
    ({ key, effect }) => effect !== 'PreferNoSchedule' && !tolerates(pod, key),
  )
  if (taint !== undefined) return `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`
  const selected = Object.entries(pod.nodeSelector ?? {}).every(
    ([key, value]) => metadata.labels?.[key] === value,
  )
  if (!selected) return "node(s) didn't match Pod's node affinity/selector"
  return undefined
}

function tolerates(pod: PodSpec, key: string): boolean {
  // Tolerations of NoExecute only delay eviction and do not allow scheduling.
  return (pod.tolerations ?? []).some(
    (toleration) => (toleration.key ?? key) === key && toleration.effect !== 'NoExecute',
  )
}

function leastLoaded({ store }: ControllerContext, fitting: readonly Node[]): Node | undefined {
  const load = new Map(fitting.map(({ metadata }) => [metadata.name, 0]))
  for (const { object } of store.list(pods)) {
    const name = (object as Pod).spec?.nodeName ?? ''
    const count = load.get(name)
    if (count !== undefined) load.set(name, count + 1)
  }
  return fitting.toSorted(
    (left, right) => (load.get(left.metadata.name) ?? 0) - (load.get(right.metadata.name) ?? 0),
  )[0]
}

function unschedulable(all: number, reasons: ReadonlyMap<string, number>): string {
  if (all === 0) return 'no nodes available to schedule pods'
  const why = [...reasons]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ')
  const preemption = `preemption: 0/${all} nodes are available: ${all} Preemption is not helpful for scheduling.`
  return `0/${all} nodes are available: ${why}. no new claims to deallocate, ${preemption}`
}
