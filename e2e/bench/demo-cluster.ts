import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchCluster } from './cluster.ts'
import { placeOf } from './data/pods.ts'
import { shapeOf } from './data/shape.ts'
import { Child } from './measure/child.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import { type DemoCounts, TALKERS } from './processes/demo-switches.ts'

/** A demo cluster in a process of its own, on the core of the load. */
export interface BenchDemo extends BenchCluster {
  counts(): Promise<DemoCounts>
  /** A token it knows for this audience. */
  tokenFor(audience: string): Promise<string>
  forget(): Promise<void>
  hold(): Promise<void>
  release(): Promise<void>
}

/** Starts a demo cluster of so many Pods; `live`: its controllers run. */
export async function openDemoCluster(folder: string, pods: number, live = false): Promise<BenchDemo> {
  const shape = shapeOf(pods)
  const child = await Child.start(join(import.meta.dirname, 'processes', 'demo.ts'), {
    core: LOAD_CORE,
    flags: ['--max-old-space-size=6144'],
    args: [String(pods), ...(live ? ['live'] : [])],
  })
  const { url, token } = await child.ask<{ url: string; token: string }>('where')
  const name = `demo ${pods}`
  const kubeconfig = join(folder, `demo-${pods}-${child.pid}.json`)
  await writeFile(kubeconfig, kubeconfigOf(url, token))
  const { namespace, name: talker } = placeOf(shape, TALKERS.short)
  return {
    name,
    shape,
    kubeconfig,
    pids: [child.pid],
    access: { url, headers: { authorization: `Bearer ${token}` }, tls: {} },
    churnRates: [100, 500, 1000],
    churn: (plan) => child.ask('churn', plan),
    loggingPod: { namespace, name: talker, container: 'app' },
    counts: () => child.ask('counts'),
    tokenFor: (audience) => child.ask('tokenFor', audience),
    forget: () => child.ask('forget'),
    hold: () => child.ask('hold'),
    release: () => child.ask('release'),
    close: () => child.end(),
  }
}

function kubeconfigOf(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // client-node takes no plain HTTP without this.
    clusters: [{ name: 'demo', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'admin' } }],
    'current-context': 'demo',
  })
}
