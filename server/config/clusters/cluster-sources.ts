import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KubeconfigContexts, type KubeconfigContextsOptions } from './kubeconfig-contexts.ts'
import { ManagedContextsFile, type ManagedContexts } from './managed-contexts.ts'
import { ConfigError, type Config } from '../load-config.ts'
import type { Log } from '../../telemetry/log.ts'
import { IN_CLUSTER, splitServer, type ClusterContext } from '../../cluster/contexts/context.ts'
import type { ContextUpdate } from '../../cluster/contexts/cluster-registry.ts'
import { ServiceAccountCredentials } from '../../cluster/client/in-cluster.ts'
import { KubeconfigError } from '../../cluster/client/kubeconfig/kubeconfig-error.ts'
import { EnvironmentProxy, ProxyVariableError } from '../../cluster/client/proxy/environment-proxy.ts'
import type { Clock } from '../../core/clock.ts'
import { BundleFile } from '../../operator/context-bundle.ts'

/** Default context name of the cluster that this Pod runs in. */

/** The contexts a process starts with. */
export interface ClusterSources {
  contexts: readonly ClusterContext[]
  default: string
  /** Follows contexts that are declared in files; `apply` is called with all of them on each change. */
  follow?: (apply: (update: ContextUpdate) => void) => Promise<void>
  close(): Promise<void>
}

/**
 * Opens the configured contexts: the demo cluster, the cluster this Pod runs in, or the contexts of
 * kubeconfig files, followed by the contexts of the operator. `env` names proxies, and is the environment of credential
 * plugins.
 */
export async function openClusterSources(
  config: Config,
  log: Log,
  time: Clock,
  env: NodeJS.ProcessEnv = {},
): Promise<ClusterSources> {
  const home = await ownContexts(config, log, time, env).catch((error: unknown) => {
    if (error instanceof KubeconfigError || error instanceof ProxyVariableError)
      throw new ConfigError(error.message, { cause: error })
    throw error
  })
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
      let own: Pick<ContextUpdate, 'contexts' | 'default'> = home
      let managed: ManagedContexts | undefined
      await home.follow?.((update) => {
        own = update
        apply(combined(own, managed, update.renewed))
      })
      bundled = new ManagedContextsFile({
        file,
        log,
        time,
        apply: (update) => {
          managed = update
          apply(combined(own, managed, update.renewed))
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

/**
 * Combines own contexts with those of the operator. An own context keeps its name: a managed one of the same name and its
 * health are ignored.
 */
function combined(
  own: Pick<ContextUpdate, 'contexts' | 'default'>,
  managed: ManagedContexts | undefined,
  renewed: readonly string[],
): ContextUpdate {
  const names = new Set(own.contexts.map(({ name }) => name))
  const others = (managed?.contexts ?? []).filter(({ name }) => !names.has(name))
  const reported = [...(managed?.reportedHealth ?? [])].filter(([name]) => !names.has(name))
  const contexts = [...own.contexts, ...others]
  const preferred = contexts.find(({ name }) => name === managed?.preferred)
  const home = managed?.home
  return {
    contexts,
    default: preferred?.name ?? own.default,
    renewed,
    reportedHealth: new Map(home === undefined ? reported : [[own.default, home], ...reported]),
  }
}

async function ownContexts(
  config: Config,
  log: Log,
  time: Clock,
  env: NodeJS.ProcessEnv,
): Promise<ClusterSources> {
  switch (config.home.kind) {
    case 'demo':
      return demo(config)
    case 'in-cluster':
      return inCluster(config, config.home.server, new EnvironmentProxy(env))
    default:
      return kubeconfig({
        files: config.home.files,
        preferred: config.context,
        env,
        log,
        time,
        clock: Date.now,
      })
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

async function inCluster(config: Config, server: string, proxies: EnvironmentProxy): Promise<ClusterSources> {
  const name = config.context ?? IN_CLUSTER
  const credentials = new ServiceAccountCredentials(config.serviceAccount)
  const namespace = await readFile(join(config.serviceAccount, 'namespace'), 'utf8').catch(() => 'default')
  const { origin, basePath } = splitServer(server)
  // client-go uses the environment's proxies in a cluster, too: rest.InClusterConfig leaves Proxy unset.
  const proxy = proxies.for(origin)
  const context: ClusterContext = {
    name,
    origin,
    basePath,
    credentials,
    ...(proxy === undefined ? {} : { proxy }),
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

async function kubeconfig(options: KubeconfigContextsOptions): Promise<ClusterSources> {
  const contexts = new KubeconfigContexts(options)
  const loaded = await contexts.load()
  return {
    contexts: loaded.contexts,
    default: loaded.default,
    follow: async (apply) => contexts.follow(apply),
    close: async () => contexts.stop(),
  }
}
