import { InvalidRequestError } from '../../core/errors.ts'
import { parseDuration } from '../../core/formats/duration.ts'
import type { List } from '../../cluster/objects.ts'
import { MalformedObjectError, readObject } from '../../cluster/malformed-object.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Container, Pod } from './model.ts'

export const DEFAULT_TAIL = 100

interface LogRequest {
  namespace: string
  container?: string
  follow?: boolean
  tail?: number
  since?: string
  previous?: boolean
  timestamps?: boolean
}

/** Opens the log of one container of a Pod; `container` is required if the Pod has several. */
export async function openLog(cluster: Cluster, pods: Kind<Pod>, name: string, asked: LogRequest) {
  const ref = { name, namespace: asked.namespace }
  const pod = await cluster.get(pods, ref)
  const container = readObject('Pod', pod, (object) => containerOf(object, asked.container))
  const sinceSeconds = asked.since === undefined ? undefined : parseDuration(asked.since)
  const body = await cluster.log(pods, ref, {
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
  const regular = namesOf(containers)
  const others = [...namesOf(initContainers), ...namesOf(ephemeralContainers)]
  const [only, ...more] = regular
  if (wanted === undefined) {
    if (only !== undefined && more.length === 0) return only
    throw refusal(`is required, since the Pod has several containers: ${regular.join(', ')}`)
  }
  if (regular.includes(wanted) || others.includes(wanted)) return wanted
  throw refusal(`is not a container of this Pod; containers: ${[...regular, ...others].join(', ')}`)
}

function namesOf(containers: List<Container> | undefined): string[] {
  return (containers ?? []).map(({ name }: { name: unknown }) => {
    if (typeof name === 'string') return name
    throw new MalformedObjectError('Pod', 'the name of a container is not a text')
  })
}

/** Without a node the API server returns an empty log; the scheduler's message is more useful. */
function unscheduled({ metadata, status }: Pod, container: string): InvalidRequestError {
  const condition = status?.conditions?.find((one) => one.type === 'PodScheduled' && one.status !== 'True')
  const why = condition?.message ? `: ${condition.message}` : ''
  return refusal(
    `"${container}" in pod "${metadata.name}" is waiting to start: the Pod has no node yet${why}`,
  )
}

function refusal(message: string): InvalidRequestError {
  return new InvalidRequestError([{ in: 'query', name: 'container', message }])
}
