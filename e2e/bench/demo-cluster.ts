import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority } from '../support/certificates.ts'
import { asPod } from './as-pod.ts'
import type { BenchCluster } from './cluster.ts'
import { placeOf } from './data/pods.ts'
import { shapeOf } from './data/shape.ts'
import { Child } from './measure/child.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import { type DemoCounts, TALKERS } from './processes/demo-switches.ts'

/** A demo cluster in a process of its own, on the core of the load. */
export interface BenchDemo extends BenchCluster {
  counts(): Promise<DemoCounts>
  /** Issues a token for this audience. */
  tokenFor(audience: string): Promise<string>
  forget(): Promise<void>
  hold(): Promise<void>
  release(): Promise<void>
}

/** Additional content of a demo cluster. */
interface DemoContent {
  /** Whether its controllers run. Default: false. */
  live?: boolean
  /** The number of objects of each other kind. Default: 0. */
  others?: number
}

/** Starts a demo cluster with this many Pods. */
export async function openDemoCluster(
  folder: string,
  pods: number,
  { live = false, others = 0 }: DemoContent = {},
): Promise<BenchDemo> {
  const shape = shapeOf(pods)
  const name = others === 0 ? `demo ${pods}` : `demo ${pods}, all kinds`
  const mount = await mkdtemp(join(folder, `demo-${pods}-`))
  // As in a Pod: over TLS, with token and CA from files.
  const authority = await Authority.create(mount, 'authority')
  const pair = await authority.issue('127.0.0.1', 'subjectAltName=IP:127.0.0.1')
  const child = await Child.start(join(import.meta.dirname, 'processes', 'demo.ts'), {
    core: LOAD_CORE,
    // The measuring processes share this core. If they ran late, they would record latencies that did not
    // occur.
    nice: 10,
    // V8's marking threads would share the core with the main thread, which would pause for a third of a
    // second at a time.
    flags: ['--max-old-space-size=6144', '--single-threaded-gc'],
    args: [JSON.stringify({ pods, live, others, pair })],
  })
  const { url, token } = await child.ask<{ url: string; token: string }>('where')
  const kubeconfig = join(mount, 'kubeconfig.json')
  await writeFile(kubeconfig, kubeconfigOf(url, token, authority.pem))
  const access = { url, headers: { authorization: `Bearer ${token}` }, tls: { ca: authority.pem } }
  const { namespace, name: talker } = placeOf(shape, TALKERS.short)
  return {
    name,
    shape,
    kubeconfig,
    pids: [child.pid],
    inCluster: await asPod(mount, access, token),
    access,
    churnRates: [100, 500, 1000],
    readersCore: LOAD_CORE,
    churn: (plan) => child.ask('churn', plan),
    giveWay: (always) => child.schedule(always ? '--idle' : '--other'),
    loggingPod: { namespace, name: talker, container: 'app' },
    counts: () => child.ask('counts'),
    tokenFor: (audience) => child.ask('tokenFor', audience),
    forget: () => child.ask('forget'),
    hold: () => child.ask('hold'),
    release: () => child.ask('release'),
    close: () => child.end(),
  }
}

function kubeconfigOf(server: string, token: string, ca: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'demo',
        cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'admin' } }],
    'current-context': 'demo',
  })
}
