import type { DemoCluster } from './demo-cluster.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import { ConsistencyCheck, type CheckResult } from '../../server/cluster/cache/consistency-check.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { Scheduler } from '../../server/core/scheduler.ts'
import { Proxy } from '../oracle/proxy.ts'
import { Random } from '../oracle/random.ts'
import { openDemoCluster } from './demo-cluster.ts'
import { reflect, type Reflection } from './reflection.ts'
import { until } from './until.ts'

/** Longest pause between two checks. */
const ROUND_MS = 15 * 60_000

/** Self-checks of a reflector on the Pods of a demo cluster, behind a proxy that can lose events. */
export class CheckingStage {
  readonly demo: DemoCluster
  readonly proxy: Proxy
  /** The address of the proxy. */
  readonly url: string
  readonly reflection: Reflection<unknown>
  /** The time of the checks alone: for the watch it does not pass. */
  readonly time = new SkippingTime()
  readonly results: CheckResult[] = []
  readonly divergences: [objects: number, example: string][] = []

  /** Opens a stage with these Pods beside those in bulk. */
  static async open(made: readonly ReturnType<typeof labelledPod>[]): Promise<CheckingStage> {
    const bulk = { pods: 600, nodes: 3, namespaces: 4 }
    const demo = await openDemoCluster({ pace: 'fast', controllers: false, bulk })
    const proxy = new Proxy({ url: demo.url, token: demo.token }, new Random(1))
    const url = await proxy.listen()
    for (const one of made) demo.apply(one)
    const stage = new CheckingStage(demo, proxy, url)
    await stage.reflection.caughtUp()
    return stage
  }

  private constructor(demo: DemoCluster, proxy: Proxy, url: string) {
    this.demo = demo
    this.proxy = proxy
    this.url = url
    this.reflection = reflect<unknown>(demo, pods, { url })
  }

  /** Starts so many self-checks, whose rounds come at the same time. */
  start(count = 1): void {
    const { transport, reflector } = this.reflection
    const watched = { name: 'pods', kind: pods, namespace: undefined, reflector }
    for (let n = 0; n < count; n++) {
      const check = new ConsistencyCheck({
        transport,
        watched: () => [watched],
        time: this.time,
        scheduler: new Scheduler(),
        observer: {
          checked: (_name, result) => this.results.push(result),
          diverged: (_name, objects, example) => this.divergences.push([objects, example]),
        },
      })
      closeAfterwards('a self-check', () => check.stop())
      check.start()
    }
  }

  /** Lets rounds pass, each of so many checks, until this many ended so. */
  async checks(count: number, result?: CheckResult, atOnce = 1): Promise<void> {
    const { results } = this
    const counted = () => results.filter((one) => result === undefined || one === result).length
    while (counted() < count) {
      const enough = results.length + atOnce
      this.time.skip(ROUND_MS)
      await until('the checks of a round', () => (results.length >= enough ? true : undefined))
    }
  }
}

export function labelledPod(name: string, labels: Record<string, string> = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
  }
}
