import type { DemoCluster } from './demo-cluster.ts'
import { splitServer } from '../../server/cluster/contexts/context.ts'
import type { Kind } from '../../server/cluster/kind.ts'
import { Reachability } from '../../server/cluster/contexts/reachability.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import type { Projection } from '../../server/cluster/read/projection.ts'
import { Reflector } from '../../server/cluster/cache/reflector.ts'
import { everything } from '../../server/cluster/cache/compiled-selector.ts'
import { ListWatch } from '../../server/cluster/cache/list-watch.ts'
import { Store } from '../../server/cluster/cache/store.ts'
import { ZstdCodec } from '../../server/cluster/cache/zstd-codec.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { Scheduler } from '../../server/core/scheduler.ts'
import { Kube } from './kube.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

/** Less than the shortest pause of a reflector. */
const SKIP_MS = 200

const USER_AGENT = 'reflector-test'

/**
 * Whether a request is a reflector's list of a page of all Pods. The self-check of the caches has another
 * User-Agent.
 */
export function listsPods({ url, headers }: ObservedRequest): boolean {
  return url.startsWith('/api/v1/pods?limit=') && headers['user-agent'] === USER_AGENT
}

/** A reflector on a demo cluster, with a record of its events. */
export interface Reflection<T> {
  reflector: Reflector<T>
  transport: Transport
  time: SkippingTime
  /** The lists completed, by the way they were received. */
  synced: ('stream' | 'pages')[]
  /** The reasons why attempts ended. */
  ended: string[]
  quarantined(): number
  /** Waits until it holds what a list of the cluster says as this is called, neither more nor less. */
  caughtUp(): Promise<void>
}

interface ReflectOptions<T> {
  /** The address to connect to instead of the demo cluster's own, such as a proxy in front of it. */
  url?: string
  time?: SkippingTime
  view?: Projection<T, unknown>
}

/** Starts a reflector for one kind of a demo cluster. */
export function reflect<T>(
  demo: DemoCluster,
  kind: Kind<T>,
  { url = demo.url, time = new SkippingTime(), view }: ReflectOptions<T> = {},
): Reflection<T> {
  const identity = { headers: { authorization: `Bearer ${demo.token}` }, tls: {} }
  const transport = new Transport(
    {
      name: 'test',
      ...splitServer(url),
      credentials: { current: async () => identity, rejected: async () => false },
      grants: { context: 'test', managedByChart: false, readOnly: false, namespaces: [] },
      declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
    },
    { observe: () => undefined },
    USER_AGENT,
  )
  const kube = new Kube({ url: demo.url, token: demo.token })
  const synced: ('stream' | 'pages')[] = []
  const ended: string[] = []
  let quarantined = 0
  const reachability = new Reachability((signal) => transport.readiness(signal), time)
  const store = new Store(kind)
  const source = new ListWatch(transport, kind, undefined, Math.random)
  const reflector = new Reflector(store, source, {
    reachability,
    time,
    scheduler: new Scheduler(),
    zstandard: new ZstdCodec(),
    projection: view,
    observer: {
      synced: (mode) => synced.push(mode),
      ended: (reason) => ended.push(reason),
      quarantined: () => quarantined++,
    },
  })
  closeAfterwards('a reflector', async () => {
    reflector.stop()
    reachability.stop()
    await transport.close()
  })
  reflector.start()
  const root = kind.apiGroup === '' ? `/api/${kind.version}` : `/apis/${kind.apiGroup}/${kind.version}`

  return {
    reflector,
    transport,
    time,
    synced,
    ended,
    quarantined: () => quarantined,
    caughtUp: async () => {
      const { items } = await kube.get<{ items: Listed[] }>(`${root}/${kind.plural}`)
      const expected = items.map(({ metadata: { namespace = '', name, resourceVersion } }) => ({
        namespace,
        name,
        version: resourceVersion,
      }))
      await time.until(
        `the reflector on ${kind.plural} to have caught up`,
        () => {
          const held = store.select(undefined, everything)
          const seen = held.map(({ namespace, name, version }) => ({ namespace, name, version }))
          if (JSON.stringify(seen) === JSON.stringify(expected)) return true
          throw new Error(`${seen.length} held, ${expected.length} there; ${ended.join(' ')}`)
        },
        SKIP_MS,
      )
    },
  }
}

interface Listed {
  metadata: { namespace?: string; name: string; resourceVersion: string }
}
