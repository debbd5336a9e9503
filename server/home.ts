import { ConfigError, type Config } from './config.ts'
import { startDemoCluster } from './demo/cluster.ts'
import { reasonOf } from './errors.ts'
import type { Log } from './http/log.ts'
import { splitServer, type ClusterContext } from './kube/context.ts'
import { ServiceAccountCredentials } from './kube/in-cluster.ts'
import { loadKubeconfig } from './kube/kubeconfig.ts'

/** The contexts a process starts with. */
export interface HomeContexts {
  contexts: readonly ClusterContext[]
  default: string
  close(): Promise<void>
}

/** Opens the contexts the config names: the demo cluster, the cluster this Pod runs in, or those of kubeconfig files. */
export async function openHome(config: Config, log: Log): Promise<HomeContexts> {
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
  const cluster = await startDemoCluster({})
  const identity = { headers: { authorization: `Bearer ${cluster.token}` }, tls: {} }
  const context: ClusterContext = {
    name: 'demo',
    ...splitServer(cluster.url),
    credentials: { current: async () => identity, refused: async () => false },
    grants: { context: 'demo', byChart: false, readOnly: false, namespaces: config.namespaces },
  }
  return { contexts: [context], default: 'demo', close: () => cluster.close() }
}

function inCluster(config: Config, server: string): HomeContexts {
  const name = 'in-cluster'
  const context: ClusterContext = {
    name,
    ...splitServer(server),
    credentials: new ServiceAccountCredentials(config.serviceAccount),
    grants: { context: name, byChart: true, readOnly: config.readOnly, namespaces: config.namespaces },
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
