import type { Node } from '../../../server/kinds/nodes/model.ts'
import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { Container } from '../../../server/kinds/pods/model.ts'
import { amount } from '../../cluster/expected/node.ts'

type Share = Record<'requests' | 'limits' | 'percent' | 'limitsPercent', number>

/**
 * Reference implementation of a Node's allocated resources: the sum over the Pods bound to it, in
 * thousandths, so that sums are exact. The churn creates no Pods with sidecars, overhead or Pod-level
 * resources.
 */
export function allocated(node: Node, pods: readonly Pod[]): Record<string, Share> {
  const bound = pods.filter(
    ({ spec, status }) =>
      spec?.nodeName === node.metadata.name && !['Succeeded', 'Failed'].includes(status?.phase ?? ''),
  )
  const of = (name: 'cpu' | 'memory'): Share => {
    const sum = (list: 'requests' | 'limits') =>
      bound.reduce((total, pod) => total + Math.max(together(pod, list, name), initial(pod, list, name)), 0)
    return share(sum('requests'), sum('limits'), thousandths(node.status?.allocatable?.[name]))
  }
  const count = bound.length * 1000
  return {
    cpu: of('cpu'),
    memory: of('memory'),
    pods: share(count, count, thousandths(node.status?.allocatable?.['pods'])),
  }
}

/** Parses a response's allocated resources to the same numbers. */
export function readAllocated(said: unknown): Record<string, Share> {
  const rows = Object.entries(said as Record<string, Record<keyof Share, string | number>>)
  return Object.fromEntries(
    rows.map(([name, { requests, limits, percent, limitsPercent }]) => [
      name,
      {
        requests: thousandths(String(requests)),
        limits: thousandths(String(limits)),
        percent: Number(percent),
        limitsPercent: Number(limitsPercent),
      },
    ]),
  )
}

function share(requests: number, limits: number, whole: number): Share {
  const percent = (part: number) => (whole === 0 ? 0 : Math.floor((part * 100) / whole))
  return { requests, limits, percent: percent(requests), limitsPercent: percent(limits) }
}

function together(pod: Pod, list: 'requests' | 'limits', name: string): number {
  return (pod.spec?.containers ?? []).reduce((total, one) => total + requestsOf(one, list, name), 0)
}

function initial(pod: Pod, list: 'requests' | 'limits', name: string): number {
  return Math.max(0, ...(pod.spec?.initContainers ?? []).map((one) => requestsOf(one, list, name)))
}

function requestsOf({ resources }: Container, list: 'requests' | 'limits', name: string): number {
  return thousandths(resources?.[list]?.[name])
}

function thousandths(text: string | undefined): number {
  return text === undefined ? 0 : Math.round(amount(text) * 1000)
}
