import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BundledContexts } from './bundled-contexts.ts'
import { ConfigError, type Config } from './config.ts'
import { reasonOf } from './errors.ts'
import type { Log } from './http/log.ts'
import { splitServer, type ClusterContext } from './kube/context.ts'
import type { Taken } from './kube/contexts.ts'
import { ServiceAccountCredentials } from './kube/in-cluster.ts'
import { loadKubeconfig } from './kube/kubeconfig.ts'
import type { Time } from './kube/time.ts'
import { BundleFile } from './operator/bundle.ts'

/** What the cluster that this Pod runs in is called where nobody says otherwise. */
const IN_CLUSTER = 'in-cluster'

/** The contexts a process starts with. */
export interface HomeContexts {
  contexts: readonly ClusterContext[]
  default: string
  /** Where others declare contexts while the process runs: told of all of them, each time any changes. */
  follow?: (take: (taken: Taken) => void) => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the contexts the config names: the demo cluster, the cluster this Pod runs in, or those of kubeconfig files; and after
 * them those the operator hands over.
 */
export async function openHome(config: Config, log: Log, time: Time): Promise<HomeContexts> {
  const home = await ownContexts(config, log)
  return config.contextsFile === undefined ? home : withBundled(home, config.contextsFile, log, time)
}

/** Contexts, and after them those of a bundle that others write, as it changes. */
export function withBundled(home: HomeContexts, path: string, log: Log, time: Time): HomeContexts {
  const file = new BundleFile(path)
  let bundled: BundledContexts | undefined
  return {
    ...home,
    follow: async (take) => {
      const own = new Set(home.contexts.map(({ name }) => name))
      bundled = new BundledContexts({
        file,
        log,
        time,
        take: ({ contexts, preferred, renewed, standings, home: found }) => {
          // A name that is taken stays with whom it was given to at the start, and what is told of others is not told of it.
          const others = contexts.filter(({ name }) => !own.has(name))
          const told = [...standings].filter(([name]) => !own.has(name))
          const all = [...home.contexts, ...others]
          const known = all.find(({ name }) => name === preferred)
          take({
            contexts: all,
            default: known?.name ?? home.default,
            renewed,
            standings: new Map(found === undefined ? told : [[home.default, found], ...told]),
          })
        },
      })
      await bundled.start()
    },
    close: async () => {
      bundled?.stop()
      await home.close()
    },
  }
}

async function ownContexts(config: Config, log: Log): Promise<HomeContexts> {
  switch (config.home.kind) {
    case 'demo':
      return demo(config)
    case 'in-cluster':
      return inCluster(config, config.home.server)
    default:
      return kubeconfig(config, config.home.files, log)
  }
}

async function demo(config: Config): Promise<HomeContexts> {
  const { startDemoCluster } = await import('./demo/cluster.ts')
  const cluster = await startDemoCluster({})
  const identity = { headers: { authorization: `Bearer ${cluster.token}` }, tls: {} }
  const context: ClusterContext = {
    name: 'demo',
    ...splitServer(cluster.url),
    credentials: { current: async () => identity, refused: async () => false },
    grants: { context: 'demo', byChart: false, readOnly: false, namespaces: config.namespaces },
    declared: { cluster: 'demo', user: 'demo', namespace: 'default', source: 'demo' },
  }
  return { contexts: [context], default: 'demo', close: () => cluster.close() }
}

async function inCluster(config: Config, server: string): Promise<HomeContexts> {
  const name = config.context ?? IN_CLUSTER
  const credentials = new ServiceAccountCredentials(config.serviceAccount)
  const namespace = await readFile(join(config.serviceAccount, 'namespace'), 'utf8').catch(() => 'default')
  const context: ClusterContext = {
    name,
    ...splitServer(server),
    credentials,
    grants: { context: name, byChart: true, readOnly: config.readOnly, namespaces: config.namespaces },
    declared: {
      cluster: name,
      user: await credentials.user(),
      namespace: namespace.trim(),
      source: IN_CLUSTER,
    },
  }
  return { contexts: [context], default: name, close: async () => undefined }
}

async function kubeconfig(config: Config, files: readonly string[], log: Log): Promise<HomeContexts> {
  const loaded = await loadKubeconfig(files).catch((error: unknown) => {
    throw new ConfigError(`the kubeconfig ${files.join(', ')} cannot be read: ${reasonOf(error)}`)
  })
  for (const reason of loaded.skipped) log.warn(`kubeconfig: left out ${reason}`)
  const wanted = config.context ?? loaded.current ?? loaded.contexts[0]?.name
  if (wanted === undefined || !loaded.contexts.some((one) => one.name === wanted)) {
    const names = loaded.contexts.map((one) => one.name).join(', ')
    throw new ConfigError(
      `the default context ${wanted ?? ''} is not in the kubeconfig; there are: ${names || 'none'}`,
    )
  }
  return { contexts: loaded.contexts, default: wanted, close: async () => undefined }
}
