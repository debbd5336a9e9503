import { InvalidRequest } from '../../errors.ts'
import { parseDuration } from '../../grammar/duration.ts'
import type { Cluster } from '../../kube/cluster.ts'
import { pods } from '../../kube/kinds.ts'
import type { Pod } from '../../kube/objects.ts'

export const DEFAULT_TAIL = 100

interface Asked {
  namespace: string
  container?: string
  follow?: boolean
  tail?: number
  since?: string
  previous?: boolean
  timestamps?: boolean
}

/** Opens the log of one container of a Pod; which one must be said where there are several. */
export async function openLog(cluster: Cluster, name: string, asked: Asked) {
  const ref = { name, namespace: asked.namespace }
  const pod = await cluster.get(pods, ref)
  const container = containerOf(pod, asked.container)
  const sinceSeconds = asked.since === undefined ? undefined : parseDuration(asked.since)
  const body = await cluster.log(ref, {
    container,
    follow: asked.follow ?? false,
    tail: asked.tail ?? DEFAULT_TAIL,
    previous: asked.previous ?? false,
    timestamps: asked.timestamps ?? false,
    ...(sinceSeconds === undefined ? {} : { sinceSeconds }),
  })
  if (body === undefined) throw unscheduled(pod, container)
  return { body }
}

function containerOf(pod: Pod, wanted: string | undefined): string {
  const { containers = [], initContainers, ephemeralContainers } = pod.spec ?? {}
  const regular = (containers ?? []).map((one) => one.name)
  const others = [...(initContainers ?? []), ...(ephemeralContainers ?? [])].map((one) => one.name)
  const [only, ...more] = regular
  if (wanted === undefined) {
    if (only !== undefined && more.length === 0) return only
    throw refusal(`is required, the Pod has several: ${regular.join(', ')}`)
  }
  if (regular.includes(wanted) || others.includes(wanted)) return wanted
  throw refusal(`is none of this Pod, which has: ${[...regular, ...others].join(', ')}`)
}

/** Of a Pod without a node the API server gives an empty log, as if there were one; the scheduler's reason says more. */
function unscheduled({ metadata, status }: Pod, container: string): InvalidRequest {
  const condition = status?.conditions?.find((one) => one.type === 'PodScheduled' && one.status !== 'True')
  const why = condition?.message ? `: ${condition.message}` : ''
  return refusal(
    `"${container}" in pod "${metadata.name}" is waiting to start: the Pod has no node yet${why}`,
  )
}

function refusal(message: string): InvalidRequest {
  return new InvalidRequest([{ in: 'query', name: 'container', message }])
}
