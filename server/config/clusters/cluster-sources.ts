import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ManagedContextsFile } from './managed-contexts.ts'
import { ConfigError, type Config } from '../load-config.ts'
import { readFailure } from '../../core/formats/read-failure.ts'
import type { Log } from '../../telemetry/log.ts'
import { splitServer, type ClusterContext } from '../../cluster/contexts/context.ts'
import type { ContextUpdate } from '../../cluster/contexts/cluster-registry.ts'
import { ServiceAccountCredentials } from '../../cluster/client/in-cluster.ts'
import { loadKubeconfig } from '../../cluster/client/kubeconfig.ts'
import type { Clock } from '../../core/clock.ts'
import { BundleFile } from '../../operator/context-bundle.ts'

/** Default context name of the cluster that this Pod runs in. */
const IN_CLUSTER = 'in-cluster'

/** The contexts a process starts with. */
export interface ClusterSources {
  contexts: readonly ClusterContext[]
  default: string
  /** Follows contexts that others declare; `apply` is called with all of them on each change. */
  follow?: (apply: (update: ContextUpdate) => void) => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the configured contexts: the demo cluster, the cluster this Pod runs in, or the contexts of
 * kubeconfig files, followed by the contexts of the operator.
 */
export async function openClusterSources(config: Config, log: Log, time: Clock): Promise<ClusterSources> {
  const home = await ownContexts(config, log)
  return config.contextsFile === undefined ? home : withManagedContexts(home, config.contextsFile, log, time)
}

/** Adds the contexts of a bundle that the operator writes, and follows its changes. */
export function withManagedContexts(
  home: ClusterSources,
  path: string,
  log: Log,
  time: Clock,
): ClusterSources {
  const file = new BundleFile(path)
  let bundled: ManagedContextsFile | undefined
  return {
    ...home,
    follow: async (apply) => {
      const own = new Set(home.contexts.map(({ name }) => name))
      bundled = new ManagedContextsFile({
        file,
        log,
        time,
        apply: ({ contexts, preferred, renewed, reportedHealth: standings, home: found }) => {
          // A name that exists at the start keeps its context, and ignores a managed context of the same name
          // and its health.
          const others = contexts.filter(({ name }) => !own.has(name))
          const reported = [...standings].filter(([name]) => !own.has(name))
          const all = [...home.contexts, ...others]
          const preferredContext = all.find(({ name }) => name === preferred)
          apply({
            contexts: all,
            default: preferredContext?.name ?? home.default,
            renewed,
            reportedHealth: new Map(found === undefined ? reported : [[home.default, found], ...reported]),
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

async function ownContexts(config: Config, log: Log): Promise<ClusterSources> {
  switch (config.home.kind) {
    case 'demo':
      return demo(config)
    case 'in-cluster':
      return inCluster(config, config.home.server)
    default:
      return kubeconfig(config, config.home.files, log)
  }
}

async function demo(config: Config): Promise<ClusterSources> {
  const { startDemoCluster } = await import('../../demo/cluster.ts')
  const cluster = await startDemoCluster({})
  const identity = { headers: { authorization: `Bearer ${cluster.token}` }, tls: {} }
  const context: ClusterContext = {
    name: 'demo',
    ...splitServer(cluster.url),
    credentials: { current: async () => identity, rejected: async () => false },
    grants: { context: 'demo', managedByChart: false, readOnly: false, namespaces: config.namespaces },
    declared: { cluster: 'demo', user: 'demo', namespace: 'default', source: 'demo' },
  }
  return { contexts: [context], default: 'demo', close: () => cluster.close() }
}

async function inCluster(config: Config, server: string): Promise<ClusterSources> {
  const name = config.context ?? IN_CLUSTER
  const credentials = new ServiceAccountCredentials(config.serviceAccount)
  const namespace = await readFile(join(config.serviceAccount, 'namespace'), 'utf8').catch(() => 'default')
  const context: ClusterContext = {
    name,
    ...splitServer(server),
    credentials,
    grants: { context: name, managedByChart: true, readOnly: config.readOnly, namespaces: config.namespaces },
    declared: {
      cluster: name,
      user: await credentials.user(),
      namespace: namespace.trim(),
      source: IN_CLUSTER,
    },
  }
  return { contexts: [context], default: name, close: async () => undefined }
}

async function kubeconfig(config: Config, files: readonly string[], log: Log): Promise<ClusterSources> {
  const loaded = await loadKubeconfig(files).catch((error: unknown) => {
    throw new ConfigError(`the kubeconfig ${files.join(', ')} cannot be read: ${readFailure(error)}`)
  })
  for (const reason of loaded.skipped) log.warn(`kubeconfig: skipped ${reason}`)
  const defaultName = config.context ?? loaded.current ?? loaded.contexts[0]?.name
  if (defaultName === undefined || !loaded.contexts.some((context) => context.name === defaultName)) {
    const names = loaded.contexts.map((context) => context.name).join(', ')
    throw new ConfigError(
      `default context "${defaultName ?? ''}" not found in the kubeconfig; contexts: ${names || 'none'}`,
    )
  }
  return { contexts: loaded.contexts, default: defaultName, close: async () => undefined }
}
