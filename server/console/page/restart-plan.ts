import type { Body } from './api.ts'

type Deployment = Body<'getDeployment'>
type StatefulSet = Body<'getStatefulSet'>
type DaemonSet = Body<'getDaemonSet'>
type Pod = Body<'getPod'>

/** Effect of a restart in sentences, before it is confirmed. */
export interface RestartPlan {
  readonly sentences: readonly string[]
  /** Whether Pods are lost or nothing is available meanwhile. */
  readonly isHarmful: boolean
}

/** Returns the effect of a restart of an object, from its detail; undefined: its kind has no restart. */
export function planRestart(kind: string, detail: unknown): RestartPlan | undefined {
  if (kind === 'Deployment') return planDeployment(detail as Deployment)
  if (kind === 'StatefulSet') return planStatefulSet(detail as StatefulSet)
  if (kind === 'DaemonSet') return planDaemonSet(detail as DaemonSet)
  if (kind === 'Pod') return planPod(detail as Pod)
  return undefined
}

function planDeployment({ replicas, strategy, paused }: Deployment): RestartPlan {
  if (paused) return harmless('The Deployment is paused: resume it first, the restart is refused.')
  if (replicas.desired === 0) return harmless('It has no Pods: the next ones start from a new template.')
  const pods = count(replicas.desired, 'Pod')
  const { rollingUpdate } = strategy
  if (rollingUpdate === undefined)
    return {
      sentences: [
        `Stops ${pods}, then starts new ones.`,
        'Nothing is available meanwhile: the strategy is Recreate.',
      ],
      isHarmful: true,
    }
  return harmless(
    `Replaces ${pods} step by step.`,
    `Meanwhile ${atMost(rollingUpdate.maxSurge, 'added')}, and ${atMost(rollingUpdate.maxUnavailable, 'missing')}.`,
  )
}

function planStatefulSet({ replicas, updateStrategy }: StatefulSet): RestartPlan {
  const { rollingUpdate } = updateStrategy
  if (rollingUpdate === undefined) return onDelete()
  const { partition, maxUnavailable } = rollingUpdate
  const replaced = Math.max(0, replicas.desired - partition)
  const kept = partition === 0 ? [] : [`Its partition keeps ${count(replicas.desired - replaced, 'Pod')}.`]
  return {
    sentences: [
      `Replaces ${count(replaced, 'Pod')}, the last one first.`,
      `Each is stopped before its successor starts: at most ${count(Math.max(1, maxUnavailable), 'Pod')} at a time.`,
      ...kept,
    ],
    isHarmful: replicas.desired === 1 && replaced === 1,
  }
}

function planDaemonSet({ desired, updateStrategy }: DaemonSet): RestartPlan {
  const { rollingUpdate } = updateStrategy
  if (rollingUpdate === undefined) return onDelete()
  const { maxSurge, maxUnavailable } = rollingUpdate
  const step =
    maxSurge > 0
      ? `On at most ${count(maxSurge, 'node')} at a time, a new Pod starts before the old one stops.`
      : `On at most ${count(maxUnavailable, 'node')} at a time, the Pod stops before its successor starts.`
  return harmless(`Replaces the Pods on ${count(desired, 'node')}.`, step)
}

function planPod({ ownerReferences }: Pod): RestartPlan {
  const owner = ownerReferences.find(({ controller }) => controller)
  if (owner === undefined)
    return {
      sentences: ['Deletes the Pod for good: no controller creates another.'],
      isHarmful: true,
    }
  return harmless(
    `Deletes the Pod. ${owner.kind} ${owner.name} creates another, which may run on another node.`,
  )
}

function onDelete(): RestartPlan {
  return harmless(
    'Changes the template, but replaces no Pod: the update strategy is OnDelete.',
    'Delete or restart its Pods one by one.',
  )
}

function harmless(...sentences: readonly string[]): RestartPlan {
  return { sentences, isHarmful: false }
}

function atMost(number: number, predicate: string): string {
  if (number === 0) return `no Pod is ${predicate}`
  return `at most ${count(number, 'Pod')} ${number === 1 ? 'is' : 'are'} ${predicate}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
