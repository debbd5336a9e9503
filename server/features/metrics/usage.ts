import { parseQuantity } from '../../core/formats/quantity.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { StringMap } from '../../cluster/objects.ts'
import type { NodeMetrics, PodMetrics } from '../../kinds/metrics/kinds.ts'
import { omitEmpty } from '../../kinds/shared/omit-empty.ts'
import type { NodeMetricsList, PodMetricsList } from './schema.ts'

const NANO_PER_MILLI = 1_000_000n
const NANO_PER_ONE = 1_000_000_000n

/** Requests and limits of a container. */
export interface ContainerResources {
  readonly requests: Readonly<Record<string, string>>
  readonly limits: Readonly<Record<string, string>>
}

const NO_RESOURCES: ContainerResources = { requests: {}, limits: {} }

/**
 * Joins the metrics of Pods with the resources of their containers. `resourcesOf` returns those of a container; undefined for a
 * Pod that is left out.
 */
export function podUsage(
  measured: readonly PodMetrics[],
  resourcesOf: (pod: PodMetrics['metadata']) => ReadonlyMap<string, ContainerResources> | undefined,
): PodMetricsList {
  const shown = measured.flatMap((one) => {
    const resources = resourcesOf(one.metadata)
    return resources === undefined ? [] : [{ one, resources }]
  })
  const metrics = shown.flatMap(({ one: { metadata, containers }, resources }) =>
    (containers ?? []).map(({ name = '', usage }) => {
      const { requests, limits } = resources.get(name) ?? NO_RESOURCES
      return {
        pod: metadata.name,
        namespace: metadata.namespace ?? '',
        container: name,
        ...amounts(usage),
        requests,
        limits,
        ...omitEmpty({
          cpuPercentOfLimit: percent(usage?.['cpu'], limits['cpu']),
          memoryPercentOfLimit: percent(usage?.['memory'], limits['memory']),
        }),
      }
    }),
  )
  const key = ({ namespace, pod, container }: (typeof metrics)[number]) => `${namespace}/${pod}/${container}`
  const ordered = metrics.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  return { metrics: ordered, ...newest(shown.map(({ one }) => one)) }
}

/** Joins the metrics of Nodes with what they can allocate; Nodes that are gone are left out. */
export function nodeUsage(
  measured: readonly NodeMetrics[],
  allocatable: ReadonlyMap<string, Readonly<Record<string, string>>>,
): NodeMetricsList {
  const shown = measured.filter(({ metadata }) => allocatable.has(metadata.name))
  const metrics = shown.map(({ metadata, usage }) => {
    const whole = allocatable.get(metadata.name) ?? {}
    return {
      node: metadata.name,
      ...amounts(usage),
      allocatable: whole,
      ...omitEmpty({
        cpuPercent: percent(usage?.['cpu'], whole['cpu']),
        memoryPercent: percent(usage?.['memory'], whole['memory']),
      }),
    }
  })
  return {
    metrics: metrics.toSorted((one, other) => (one.node < other.node ? -1 : 1)),
    ...newest(shown),
  }
}

function amounts(usage: StringMap | undefined) {
  const { cpu = '0', memory = '0' } = usage ?? {}
  return {
    cpu,
    memory,
    cpuMillicores: roundedUp(cpu, NANO_PER_MILLI),
    memoryBytes: roundedUp(memory, NANO_PER_ONE),
  }
}

/** Returns a quantity in a unit, rounded up. Source: apimachinery, Quantity.MilliValue and Quantity.Value. */
function roundedUp(quantity: string, unit: bigint): number {
  return Number(((parseQuantity(quantity) ?? 0n) + unit - 1n) / unit)
}

function percent(used: string | undefined, whole: string | undefined): number | undefined {
  const [part, all] = [parseQuantity(used ?? ''), parseQuantity(whole ?? '')]
  return part === undefined || all === undefined || all <= 0n ? undefined : Number((part * 100n) / all)
}

/** Returns time and window of the newest measurement; nothing if there is none. */
function newest(measured: readonly (PodMetrics | NodeMetrics)[]): { timestamp?: string; window?: string } {
  const [last] = measured.toSorted((one, other) => (timeOf(one) > timeOf(other) ? -1 : 1))
  return omitEmpty({ window: last?.window, timestamp: truncateToSeconds(last?.timestamp) })
}

function timeOf({ timestamp = '' }: PodMetrics | NodeMetrics): string {
  return timestamp
}
