import type { DemoCluster } from '../../server/demo/cluster.ts'
import type { SeenRequest } from '../../server/demo/faults.ts'
import { splitServer } from '../../server/kube/context.ts'
import type { Kind } from '../../server/kube/kinds.ts'
import { Reachability } from '../../server/kube/reachability.ts'
import type { Time } from '../../server/kube/time.ts'
import { Transport } from '../../server/kube/transport.ts'
import type { View } from '../../server/kube/view.ts'
import { Reflector } from '../../server/kube/watch/reflector.ts'
import { everything } from '../../server/kube/watch/select.ts'
import { ApiServerSource } from '../../server/kube/watch/source.ts'
import { Store } from '../../server/kube/watch/store.ts'
import { Zstandard } from '../../server/kube/watch/zstandard.ts'
import { Turns } from '../../server/turns.ts'
import { hurried } from './hurried.ts'
import { Kube } from './kube.ts'
import { until } from './until.ts'

const USER_AGENT = 'reflector-test'

/** Whether a reflector asks for a page of all Pods; who checks what it holds asks under another name. */
export function listsPods({ url, headers }: SeenRequest): boolean {
  return url.startsWith('/api/v1/pods?limit=') && headers['user-agent'] === USER_AGENT
}

/** A reflector on a demo cluster, and what happened to it. */
export interface Reflection<T> {
  reflector: Reflector<T>
  transport: Transport
  /** Whole lists taken in, by how they came. */
  synced: ('stream' | 'pages')[]
  /** Why attempts ended. */
  ended: string[]
  quarantined(): number
  /** Waits until it holds what a list of the cluster says now, neither more nor less. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

interface ReflectOptions<T> {
  /** Leads through something else to the cluster. */
  url?: string
  time?: Time
  view?: View<T, unknown>
}

/** Starts a reflector on one kind of a demo cluster. */
export function reflect<T>(
  demo: DemoCluster,
  kind: Kind<T>,
  { url = demo.url, time = hurried, view }: ReflectOptions<T> = {},
): Reflection<T> {
  const identity = { headers: { authorization: `Bearer ${demo.token}` }, tls: {} }
  const transport = new Transport(
    {
      name: 'test',
      ...splitServer(url),
      credentials: { current: async () => identity, refused: async () => false },
      grants: { context: 'test', byChart: false, readOnly: false, namespaces: [] },
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
  const source = new ApiServerSource(transport, kind, undefined, Math.random)
  const reflector = new Reflector(store, source, {
    reachability,
    time,
    turns: new Turns(),
    zstandard: new Zstandard(),
    view,
    observer: {
      synced: (mode) => synced.push(mode),
      live: () => undefined,
      ended: (reason) => ended.push(reason),
      quarantined: () => quarantined++,
    },
  })
  reflector.start()
  const root = kind.apiGroup === '' ? `/api/${kind.version}` : `/apis/${kind.apiGroup}/${kind.version}`

  return {
    reflector,
    transport,
    synced,
    ended,
    quarantined: () => quarantined,
    caughtUp: async () => {
      await until(
        `the reflector on ${kind.plural} to have caught up`,
        async () => {
          const { items } = await kube.get<{ items: Listed[] }>(`${root}/${kind.plural}`)
          const held = store.select(undefined, everything)
          const expected = items.map(({ metadata: { namespace = '', name, resourceVersion } }) => ({
            namespace,
            name,
            version: resourceVersion,
          }))
          const seen = held.map(({ namespace, name, version }) => ({ namespace, name, version }))
          if (JSON.stringify(seen) === JSON.stringify(expected)) return true
          throw new Error(`${seen.length} held, ${expected.length} there; ${ended.join(' ')}`)
        },
        10_000,
      )
    },
    close: async () => {
      reflector.stop()
      reachability.stop()
      await transport.close()
      await kube.close()
    },
  }
}

interface Listed {
  metadata: { namespace?: string; name: string; resourceVersion: string }
}
