import type { Timer } from '../clock.ts'
import { type ControllerContext, updateObject } from '../controllers/context.ts'
import { kindNamed } from '../kinds.ts'
import { timestamp } from '../object.ts'
import type { Container, ContainerStatus, Node, Pod, PodStatus } from '../types.ts'
import { ContainerWorker } from './container.ts'
import { schedule } from './scheduler.ts'
import { missingVolume } from './volumes.ts'
import { summarize, terminatedStatus, waitingStatus } from './status.ts'

const pods = kindNamed('pods')
const nodes = kindNamed('nodes')

/** The lifecycle of one Pod on its node: sandbox, init containers one by one, containers, end. */
export class PodWorker {
  private readonly context: ControllerContext
  private readonly namespace: string
  private readonly name: string
  private readonly uid: string
  private readonly containers = new Map<string, ContainerWorker>()
  private timer: Timer | undefined
  private stage: 'new' | 'scheduling' | 'running' | 'stopping' = 'new'

  constructor(context: ControllerContext, pod: Pod) {
    this.context = context
    this.namespace = pod.metadata.namespace ?? ''
    this.name = pod.metadata.name
    this.uid = pod.metadata.uid ?? ''
  }

  /** Takes the next step for the Pod's current state. */
  sync(pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) this.stop(pod)
    else if (this.stage === 'stopping') return
    else if ((pod.spec.nodeName ?? '') === '') this.schedule()
    else if (this.stage !== 'running') this.run(pod)
  }

  end(): void {
    this.timer?.cancel()
    for (const container of this.containers.values()) container.end()
  }

  /** Returns the stored Pod; undefined if it is gone or replaced by another of the same name. */
  read(): Pod | undefined {
    const pod = this.context.store.read(pods, this.namespace, this.name)?.object as Pod | undefined
    return pod?.metadata.uid === this.uid ? pod : undefined
  }

  /** Changes the status and recomputes phase and conditions. */
  update(change: (status: PodStatus) => PodStatus): void {
    const pod = this.read()
    if (pod === undefined) return
    const status = summarize(pod, change(pod.status), this.context.clock.now())
    updateObject(this.context, pods, pod, { ...pod, status }, { manager: 'kubelet', subresource: 'status' })
  }

  /** Changes the status of one container. */
  updateContainer(name: string, change: (status: ContainerStatus) => ContainerStatus): void {
    const swap = (statuses: ContainerStatus[] | undefined): ContainerStatus[] | undefined =>
      statuses?.map((status) => (status.name === name ? change(status) : status))
    this.update((status) => {
      const init = swap(status.initContainerStatuses)
      const main = swap(status.containerStatuses)
      return {
        ...status,
        ...(init === undefined ? {} : { initContainerStatuses: init }),
        ...(main === undefined ? {} : { containerStatuses: main }),
      }
    })
  }

  /** Starts the next init container or the containers; called by a container that has ended for good. */
  ended(): void {
    const pod = this.read()
    if (pod !== undefined && this.stage === 'running') this.startContainers(pod)
  }

  private schedule(): void {
    if (this.stage === 'scheduling') return
    this.stage = 'scheduling'
    const { clock, pace } = this.context
    const attempt = (): void => {
      const pod = this.read()
      if (pod === undefined || (pod.spec.nodeName ?? '') !== '') return
      schedule(this.context, pod)
      this.timer = clock.after(pace.backOff, attempt)
    }
    this.timer = clock.after(pace.schedule, attempt)
  }

  private run(pod: Pod): void {
    this.stage = 'running'
    this.timer?.cancel()
    const { clock, pace, store } = this.context
    if (pod.status.podIP !== undefined) {
      this.startContainers(pod)
      return
    }
    const node = store.read(nodes, undefined, pod.spec.nodeName ?? '')?.object as Node | undefined
    const hostIP = node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '10.89.0.9'
    const init = pod.spec.initContainers ?? []
    const wait = init.length > 0 ? 'PodInitializing' : 'ContainerCreating'
    const waiting = (container: Container): ContainerStatus => waitingStatus(container, wait)
    this.update((status) => ({
      ...status,
      hostIP,
      hostIPs: [{ ip: hostIP }],
      startTime: timestamp(clock.now()),
      ...(init.length === 0 ? {} : { initContainerStatuses: init.map(waiting) }),
      containerStatuses: pod.spec.containers.map(waiting),
    }))
    const mount = (): void => {
      const missing = missingVolume(store, pod)
      if (missing === undefined) {
        openSandbox()
        return
      }
      this.sayOfPod(pod, 'FailedMount', missing)
      this.timer = clock.after(pace.backOff, mount)
    }
    const openSandbox = (): void => {
      const podIP = addressFor(node, this.uid)
      this.update((status) => ({ ...status, podIP, podIPs: [{ ip: podIP }] }))
      const ready = this.read()
      if (ready !== undefined) this.startContainers(ready)
    }
    this.timer = clock.after(pace.sandbox, mount)
  }

  /** Starts the first init container that has not succeeded; after the last, all other containers. */
  private startContainers({ spec, status }: Pod): void {
    const pending = (status.initContainerStatuses ?? []).find(({ state }) => state.terminated?.exitCode !== 0)
    const init = spec.initContainers?.find(({ name }) => name === pending?.name)
    const next = init === undefined ? spec.containers : [init]
    for (const container of next) {
      if (this.containers.has(container.name)) continue
      const worker = new ContainerWorker(this.context, this, container, init !== undefined)
      this.containers.set(container.name, worker)
      worker.resume()
    }
  }

  private stop(pod: Pod): void {
    if (this.stage === 'stopping') return
    this.stage = 'stopping'
    this.end()
    const { clock, pace, store } = this.context
    for (const { name, state } of pod.status.containerStatuses ?? []) {
      if (state.running !== undefined) this.say(pod, name, 'Killing', `Stopping container ${name}`)
    }
    const grace = (pod.metadata.deletionGracePeriodSeconds ?? 30) * 1000
    this.timer = clock.after(Math.min(pace.stop, grace), () => {
      this.update((status) => ({
        ...status,
        containerStatuses: (status.containerStatuses ?? []).map((container) =>
          container.state.running === undefined ? container : terminatedStatus(container, 0, clock.now()),
        ),
      }))
      if (this.read() !== undefined) store.remove(pods, this.namespace, this.name)
    })
  }

  private sayOfPod(object: Pod, reason: string, message: string): void {
    const host = object.spec.nodeName ?? ''
    this.context.recorder.record({ object, type: 'Warning', reason, message, component: 'kubelet', host })
  }

  /** Records an Event of the kubelet about a container. */
  say(
    pod: Pod,
    container: string,
    reason: string,
    message: string,
    type: 'Normal' | 'Warning' = 'Normal',
  ): void {
    const init = pod.spec.initContainers?.some(({ name }) => name === container) === true
    this.context.recorder.record({
      object: pod,
      type,
      reason,
      message,
      component: 'kubelet',
      host: pod.spec.nodeName ?? '',
      fieldPath: `spec.${init ? 'initContainers' : 'containers'}{${container}}`,
    })
  }
}

/** Returns an address of the node's Pod range; with very many Pods, several may share one. */
function addressFor(node: Node | undefined, uid: string): string {
  const [network = '10.244.9'] = [node?.spec.podCIDR?.split('.').slice(0, 3).join('.')]
  return `${network}.${2 + (Number.parseInt(uid.slice(0, 8), 16) % 250)}`
}
