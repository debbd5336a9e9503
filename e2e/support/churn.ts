import type { DemoCluster } from './demo-cluster.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

/** Creates, changes and deletes Pods of a demo cluster, in the same sequence each time. */
export class Churn {
  readonly #demo: DemoCluster
  #step = 0
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(demo: DemoCluster) {
    this.#demo = demo
  }

  /** Makes a few changes at once. */
  step(): void {
    this.#step++
    const name = (at: number) => `churn-${(this.#step * 7 + at) % 40}`
    this.#put(name(0), 'Pending')
    this.#put(name(0), 'Running')
    this.#put(name(11), this.#step % 2 === 0 ? 'Failed' : 'Running')
    this.#demo.remove(pod(name(23), 'Running'))
  }

  /** Makes changes on every turn of the event loop until stopped. */
  start(): void {
    const run = async (): Promise<void> => {
      while (!this.#stopped) {
        this.step()
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    this.#stopped = false
    this.#running = run()
    closeAfterwards('churn', () => this.stop())
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  #put(name: string, phase: string): void {
    this.#demo.apply(pod(name, phase))
  }
}

export function pod(name: string, phase = 'Running', namespace = 'default') {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { phase } },
    spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
    status: { phase },
  }
}
