import { createHash } from 'node:crypto'
import { kindNamed, type Kind } from '../kinds.ts'
import { quantity } from '../kubelet/quantity.ts'
import { textAt, type KubeObject } from '../object.ts'
import type { Store } from '../store.ts'
import { json, type Answer } from './request.ts'

/** Length of a measurement, and of the time until the next. */
const WINDOW_MS = 15_000
/** Time in which the usage of a container rises and falls once. */
const WAVE_MS = 10 * 60_000

interface Container {
  name?: string
  resources?: { requests?: Record<string, string> }
}

/**
 * Returns the list of usage that metrics-server would serve, by a formula: each container of a running Pod uses between a fifth
 * and all of what it requests, in waves of its own; a Node the sum of its Pods.
 */
export function metricsList(store: Store, kind: Kind, namespace: string, now: number): Answer {
  const at = now - (now % WINDOW_MS)
  const running = store
    .list(kindNamed('pods'), namespace === '' ? undefined : namespace)
    .map(({ object }) => object)
    .filter((pod) => textAt(pod, 'status.phase') === 'Running')
  const items =
    kind.resource === 'pods'
      ? running.map((pod) => ({
          ...measured(pod, at),
          containers: containersOf(pod).map((one) => usageOf(pod, one, at)),
        }))
      : store.list(kindNamed('nodes')).map(({ object: node }) => {
          const there = running.filter((pod) => textAt(pod, 'spec.nodeName') === node.metadata.name)
          return { ...measured(node, at), usage: sumOf(there, at) }
        })
  return json({
    kind: `${kind.kind}List`,
    apiVersion: `${kind.group}/${kind.version}`,
    metadata: {},
    items,
  })
}

function measured({ metadata: { name, namespace, labels } }: KubeObject, at: number): object {
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    creationTimestamp: time,
  }
  return { metadata, timestamp: time, window: `${WINDOW_MS / 1000}s` }
}

function containersOf(pod: KubeObject): Container[] {
  return (pod['spec'] as { containers?: Container[] } | undefined)?.containers ?? []
}

function usageOf(pod: KubeObject, container: Container, at: number) {
  const { cpu, memory } = amountsOf(pod, container, at)
  return { name: container.name, usage: { cpu: `${cpu}n`, memory: `${memory}Ki` } }
}

/** Returns nanocores and kibibytes. */
function amountsOf(pod: KubeObject, { name = '', resources }: Container, at: number) {
  const seed = createHash('sha256').update(`${pod.metadata.uid} ${name}`).digest().readUInt32LE()
  const share = 0.6 + 0.4 * Math.sin((2 * Math.PI * at) / WAVE_MS + seed)
  const { cpu = '100m', memory = '64Mi' } = resources?.requests ?? {}
  return {
    cpu: Math.round(share * quantity(cpu) * 1e9),
    memory: Math.round((0.5 + share / 2) * (quantity(memory) / 1024)),
  }
}

function sumOf(pods: readonly KubeObject[], at: number): { cpu: string; memory: string } {
  const all = pods.flatMap((pod) => containersOf(pod).map((one) => amountsOf(pod, one, at)))
  const cpu = all.reduce((sum, one) => sum + one.cpu, 0)
  const memory = all.reduce((sum, one) => sum + one.memory, 0)
  return { cpu: `${cpu}n`, memory: `${memory}Ki` }
}
