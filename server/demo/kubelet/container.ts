import type { Timer } from '../clock.ts'
import type { ControllerContext } from '../controllers/context.ts'
import { behaviourOf } from '../logs/images.ts'
import type { Container, ContainerStatus, Pod } from '../types.ts'
import { pullFailure } from './images.ts'
import { runningStatus, terminatedStatus } from './status.ts'

/** The parts of a Pod's worker that a container's worker uses. */
interface Home {
  read(): Pod | undefined
  updateContainer(name: string, change: (status: ContainerStatus) => ContainerStatus): void
  ended(): void
  say(pod: Pod, container: string, reason: string, message: string, type?: 'Normal' | 'Warning'): void
}

/** The lifecycle of one container: pull, start, run, end, and restart by the restart policy. */
export class ContainerWorker {
  private readonly context: ControllerContext
  private readonly home: Home
  private readonly container: Container
  private readonly init: boolean
  private timer: Timer | undefined
  private pulls = 0

  constructor(context: ControllerContext, home: Home, container: Container, init: boolean) {
    this.context = context
    this.home = home
    this.container = container
    this.init = init
  }

  end(): void {
    this.timer?.cancel()
  }

  /** Continues from the current status, because a cluster may start with running Pods. */
  resume(): void {
    const status = this.status()
    if (status === undefined) return
    const { state, restartCount } = status
    if (state.running !== undefined) this.watch(Date.parse(state.running.startedAt))
    else if (state.waiting?.reason === 'CrashLoopBackOff')
      this.after(this.backOff(restartCount), () => this.restart())
    else if (state.waiting?.reason === 'ImagePullBackOff') this.after(this.backOff(1), () => this.pull())
    else if (state.terminated === undefined) this.pull()
  }

  private status(): ContainerStatus | undefined {
    const { status } = this.home.read() ?? {}
    const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
    return all.find(({ name }) => name === this.container.name)
  }

  private after(milliseconds: number, run: () => void): void {
    this.timer = this.context.clock.after(milliseconds, run)
  }

  private say(reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    const pod = this.home.read()
    if (pod !== undefined) this.home.say(pod, this.container.name, reason, message, type)
  }

  private wait(reason: string, message?: string): void {
    this.home.updateContainer(this.container.name, (status) => ({
      ...status,
      state: { waiting: message === undefined ? { reason } : { reason, message } },
    }))
  }

  private pull(): void {
    const { image } = this.container
    const failure = pullFailure(image)
    if (failure === undefined) {
      this.after(this.context.pace.pull, () => {
        this.say('Pulled', `Container image "${image}" already present on machine`)
        this.start()
      })
      return
    }
    this.pulls += 1
    this.say('Pulling', `Pulling image "${image}"`)
    this.after(this.context.pace.pull, () => {
      this.say('Failed', `Failed to pull image "${image}": ${failure}`, 'Warning')
      this.say('Failed', 'Error: ErrImagePull', 'Warning')
      this.wait('ErrImagePull', failure)
      this.after(this.context.pace.start, () => {
        this.say('BackOff', `Back-off pulling image "${image}"`)
        this.say('Failed', 'Error: ImagePullBackOff', 'Warning')
        this.wait('ImagePullBackOff', `Back-off pulling image "${image}": ErrImagePull: ${failure}`)
        this.after(this.backOff(this.pulls), () => this.pull())
      })
    })
  }

  private start(): void {
    const { name } = this.container
    const { clock, pace } = this.context
    this.after(pace.start, () => {
      const uid = this.home.read()?.metadata.uid ?? ''
      const probed = this.container['readinessProbe'] !== undefined
      this.say('Created', `Created container: ${name}`)
      this.say('Started', `Started container ${name}`)
      const now = clock.now()
      this.home.updateContainer(name, (status) => runningStatus(status, uid, now, !probed && !this.init))
      this.watch(now)
      if (probed && !this.init) this.becomeReady()
    })
  }

  private becomeReady(): void {
    this.context.clock.after(this.context.pace.probe, () => {
      this.home.updateContainer(this.container.name, (status) =>
        status.state.running === undefined ? status : { ...status, ready: true },
      )
    })
  }

  /** Waits until the running container exits, if it does. */
  private watch(startedAt: number): void {
    const { exit } = behaviourOf(this.container)
    // setTimeout is limited to 24 days; a container that sleeps longer does not exit.
    if (exit === undefined || exit.at > 2_000_000_000) return
    this.after(Math.max(startedAt + exit.at - this.context.clock.now(), 0), () => this.exited(exit.code))
  }

  private exited(code: number): void {
    const { name } = this.container
    const { clock } = this.context
    this.home.updateContainer(name, (status) => {
      const ended = terminatedStatus(status, code, clock.now())
      return this.init && code === 0 ? { ...ended, ready: true } : ended
    })
    const pod = this.home.read()
    const policy = pod?.spec.restartPolicy ?? 'Always'
    const again = code === 0 ? policy === 'Always' && !this.init : policy !== 'Never'
    if (!again) {
      this.home.ended()
      return
    }
    const restarts = this.status()?.restartCount ?? 0
    if (restarts === 0) this.after(this.context.pace.start, () => this.restart())
    else this.after(this.context.pace.start, () => this.backOffRestart(restarts))
  }

  private backOffRestart(restarts: number): void {
    const pod = this.home.read()
    if (pod === undefined) return
    const { name } = this.container
    const where = `pod=${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`
    const delay = this.backOff(restarts)
    const shown = goDuration(delay)
    this.home.updateContainer(name, (status) => ({
      ...status,
      ...(status.state.terminated === undefined
        ? {}
        : { lastState: { terminated: status.state.terminated } }),
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: `back-off ${shown} restarting failed container=${name} ${where}`,
        },
      },
    }))
    const { namespace, uid } = pod.metadata
    const subject = `container ${name} in pod ${pod.metadata.name}_${namespace}(${uid})`
    this.say('BackOff', `Back-off restarting failed ${subject}`, 'Warning')
    this.after(delay, () => this.restart())
  }

  private restart(): void {
    this.home.updateContainer(this.container.name, (status) => {
      const { terminated } = status.state
      return {
        ...status,
        restartCount: status.restartCount + 1,
        ...(terminated === undefined ? {} : { lastState: { terminated } }),
      }
    })
    this.say('Pulled', `Container image "${this.container.image}" already present on machine`)
    this.start()
  }

  private backOff(times: number): number {
    const { backOff, backOffLimit } = this.context.pace
    return Math.min(backOff * 2 ** Math.max(times - 1, 0), backOffLimit)
  }
}

/** Formats whole seconds like Go's time.Duration: 10s, 1m20s, 5m0s. */
function goDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}
