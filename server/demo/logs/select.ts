import { badRequest } from '../status.ts'
import type { ContainerState, ContainerStatus, Pod } from '../types.ts'
import { behaviourOf } from './images.ts'
import type { ContainerRun } from './lines.ts'

/**
 * Selects the container of a log request; rejects invalid ones with the messages of the Pod registry's
 * validateContainer.
 */
export function selectContainer(pod: Pod, wanted: string): string {
  const { name } = pod.metadata
  const containers = pod.spec.containers
  const all = [...(pod.spec.initContainers ?? []), ...containers].map((container) => container.name)
  if (wanted !== '') {
    if (!all.includes(wanted)) throw badRequest(`container ${wanted} is not valid for pod ${name}`)
    return wanted
  }
  const [only] = containers
  if (only !== undefined && containers.length === 1) return only.name
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all.join(' ')}]`)
}

/**
 * Selects the container run of a log request; rejects invalid ones with the messages of the kubelet's
 * validateContainerLogStatus.
 */
export function selectRun(pod: Pod, containerName: string, previous: boolean): ContainerRun {
  const { status, spec, metadata } = pod
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const found = statuses.find(({ name }) => name === containerName)
  const subject = `container "${containerName}" in pod "${metadata.name}"`
  if (found === undefined) throw badRequest(`${subject} is not available`)
  const ended = found.lastState.terminated
  if (previous && ended === undefined) throw badRequest(`previous terminated ${subject} not found`)
  const container = [...spec.containers, ...(spec.initContainers ?? [])].find(
    ({ name }) => name === containerName,
  )
  const program = behaviourOf(container ?? { name: containerName, image: '' })
  const run = previous ? runOf({ terminated: ended }) : (runOf(found.state) ?? runOf({ terminated: ended }))
  if (run === undefined) throw badRequest(`${subject} is waiting to start${reasonOf(found)}`)
  return { program, ...run }
}

function runOf(state: {
  running?: ContainerState['running']
  terminated?: ContainerState['terminated'] | undefined
}): Omit<ContainerRun, 'program'> | undefined {
  if (state.running !== undefined)
    return { startedAt: Date.parse(state.running.startedAt), finishedAt: undefined }
  if (state.terminated === undefined) return undefined
  return {
    startedAt: Date.parse(state.terminated.startedAt),
    finishedAt: Date.parse(state.terminated.finishedAt),
  }
}

function reasonOf({ state }: ContainerStatus): string {
  const reason = state.waiting?.reason
  if (reason === undefined) return ' - no logs yet'
  if (reason === 'ErrImagePull') return ": image can't be pulled"
  if (reason === 'ImagePullBackOff') return ': trying and failing to pull image'
  return `: ${reason}`
}
