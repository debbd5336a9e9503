import { parseQuantity } from '../../core/formats/quantity.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { omitEmpty } from '../../kinds/shared/omit-empty.ts'
import type { NodeMeasurement, PodContainers, PodMeasurement } from './observations.ts'
import type { NodeMetricsList, PodMetricsList } from './schema.ts'

const NANO_PER_MILLI = 1_000_000n
const NANO_PER_ONE = 1_000_000_000n

const NO_RESOURCES = { requests: {}, limits: {} } as const

/** Joins the metrics of Pods with the resources of their containers; other Pods are left out. */
export function podUsage(
  measured: readonly PodMeasurement[],
  pods: readonly PodContainers[],
): PodMetricsList {
  const byKey = new Map(pods.map(({ namespace, name, containers }) => [`${namespace}/${name}`, containers]))
  const joined = measured.flatMap((one) => {
    const own = byKey.get(`${one.namespace}/${one.name}`)
    return own === undefined ? [] : [{ one, own }]
  })
  const metrics = joined.flatMap(({ one, own }) =>
    one.containers.map(({ name, usage }) => {
      const { requests, limits } = own.find((container) => container.name === name) ?? NO_RESOURCES
      return {
        pod: one.name,
        namespace: one.namespace,
        container: name,
        ...amounts(usage),
        requests,
        limits,
        ...omitEmpty({
          cpuPercentOfLimit: percent(usage, limits, 'cpu'),
          memoryPercentOfLimit: percent(usage, limits, 'memory'),
        }),
      }
    }),
  )
  const key = ({ namespace, pod, container }: (typeof metrics)[number]) => `${namespace}/${pod}/${container}`
  const ordered = metrics.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  return { metrics: ordered, ...newest(joined.map(({ one }) => one)) }
}

/** Joins the metrics of Nodes with what they can allocate; Nodes that are gone are left out. */
export function nodeUsage(
  measured: readonly NodeMeasurement[],
  allocatable: ReadonlyMap<string, Quantities>,
): NodeMetricsList {
  const present = measured.filter(({ name }) => allocatable.has(name))
  const metrics = present.map(({ name, usage }) => {
    const whole = allocatable.get(name) ?? {}
    return {
      node: name,
      ...amounts(usage),
      allocatable: whole,
      ...omitEmpty({
        cpuPercent: percent(usage, whole, 'cpu'),
        memoryPercent: percent(usage, whole, 'memory'),
      }),
    }
  })
  return {
    metrics: metrics.toSorted((one, other) => (one.node < other.node ? -1 : 1)),
    ...newest(present),
  }
}

type Quantities = Readonly<Record<string, string>>

function amounts({ cpu = '0', memory = '0' }: Quantities) {
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

function percent(used: Quantities, whole: Quantities, resource: 'cpu' | 'memory'): number | undefined {
  const [part, all] = [used, whole].map((list) => parseQuantity(list[resource] ?? ''))
  return part === undefined || all === undefined || all <= 0n ? undefined : Number((part * 100n) / all)
}

/** Returns time and window of the newest measurement; nothing if there is none. */
function newest(measured: readonly { timestamp: string; window: string }[]): {
  timestamp?: string
  window?: string
} {
  const [last] = measured.toSorted((one, other) => (one.timestamp > other.timestamp ? -1 : 1))
  const timestamp = truncateToSeconds(last?.timestamp)
  // A time that is none is not shown.
  return timestamp === undefined || Number.isNaN(Date.parse(timestamp))
    ? {}
    : omitEmpty({ window: last?.window, timestamp })
}
