import { startDemoCluster } from '../support/demo-cluster.ts'
import { hurriedBy } from '../support/hurried.ts'
import { serveWarm } from '../support/serve.ts'
import { proxyFaults } from './faults.ts'
import { Proxy } from './proxy.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

/**
 * 20 times as fast: a silent watch is closed after five seconds, and a back-off of one minute takes three.
 */
const HURRY = 20

/** The demo cluster and a service, both in this process. */
export async function demoStage(random: Random): Promise<Stage> {
  // More Pods than fit into one page of a list, so that errors between pages occur.
  const demo = await startDemoCluster({
    seed: 'none',
    pace: 'fast',
    bulk: { pods: 1200, nodes: 4, namespaces: 3 },
  })
  const access = { url: demo.url, token: demo.token }
  const proxy = new Proxy(access, random.branch())
  const service = await serveWarm(await proxy.listen(), demo.token, { time: hurriedBy(HURRY) })
  const compacted = {
    name: 'history forgotten',
    inject: () => {
      for (const watch of proxy.watches) watch.cut()
      demo.faults.compact()
    },
  }
  return {
    name: 'demo',
    access,
    api: `http://127.0.0.1:${service.port}`,
    operations: `http://127.0.0.1:${service.metricsPort}`,
    proxy,
    faults: [...proxyFaults(proxy, random.branch()), compacted],
    perSecond: 400,
    hurry: HURRY,
    back: async () => undefined,
    close: async () => {
      await service.stop()
      await proxy.close()
      await demo.close()
    },
  }
}
