import { credentialsFor } from '../../cluster/client/credentials/credentials-for.ts'
import { KubeconfigCredentials } from '../../cluster/client/kubeconfig/kubeconfig-credentials.ts'
import type { Kubeconfig, KubeconfigContext } from '../../cluster/client/kubeconfig/merge-kubeconfigs.ts'
import { KubeconfigReader } from '../../cluster/client/kubeconfig/read-kubeconfigs.ts'
import { KubeconfigError } from '../../cluster/client/kubeconfig/kubeconfig-error.ts'
import { EnvironmentProxy } from '../../cluster/client/proxy/environment-proxy.ts'
import type { ContextUpdate } from '../../cluster/contexts/cluster-registry.ts'
import type { ClusterContext } from '../../cluster/contexts/context.ts'
import type { Clock } from '../../core/clock.ts'
import { errorMessage } from '../../core/errors.ts'
import { PolledFile } from '../../core/polled-file.ts'
import type { Log } from '../../telemetry/log.ts'

/** Polling interval of the files: a change is taken over within two seconds. */
const READ_INTERVAL_MS = 1000

export interface KubeconfigContextsOptions {
  readonly files: readonly string[]
  /** Name of the default context; undefined: the current one, or the first. */
  readonly preferred: string | undefined
  /** Environment of the process: proxies, and the environment of credential plugins. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly time: Clock
  /** Milliseconds since 1970, for the expiry of credentials. */
  readonly clock: () => number
}

/**
 * Contexts of kubeconfig files, which are polled for changes. Content that is not usable is ignored, and the last good
 * one stays. A client of its own, and not client-node's KubeConfig, reads the files: that one merges and impersonates
 * differently from kubectl (https://github.com/kubernetes-client/javascript/issues/2355,
 * https://github.com/kubernetes-client/javascript/issues/265).
 */
export class KubeconfigContexts {
  readonly #options: KubeconfigContextsOptions
  readonly #reader: KubeconfigReader
  readonly #proxy: EnvironmentProxy
  #credentials: ReadonlyMap<string, KubeconfigCredentials> = new Map()
  #warnings: ReadonlySet<string> = new Set()
  /** Ends the credential plugins that run. */
  readonly #stopped = new AbortController()
  #polled: PolledFile<Kubeconfig> | undefined

  /** Throws ProxyVariableError. */
  constructor(options: KubeconfigContextsOptions) {
    this.#options = options
    this.#reader = new KubeconfigReader(options.files)
    this.#proxy = new EnvironmentProxy(options.env)
  }

  /** Reads the contexts; throws KubeconfigError if the default one is not among them. */
  async load(): Promise<ContextUpdate> {
    const kubeconfig = await this.#reader.read()
    const update = this.#update(kubeconfig)
    this.#polled = this.#poll(kubeconfig)
    return update
  }

  /** Calls `apply` with all contexts each time any of them changes. */
  follow(apply: (update: ContextUpdate) => void): void {
    this.#apply = apply
    this.#polled?.start()
  }

  stop(): void {
    this.#stopped.abort()
    this.#polled?.stop()
  }

  #apply: (update: ContextUpdate) => void = () => undefined

  #poll(loaded: Kubeconfig): PolledFile<Kubeconfig> {
    const { log, time } = this.#options
    return new PolledFile<Kubeconfig>(
      {
        name: 'the kubeconfig',
        everyMs: READ_INTERVAL_MS,
        after: (milliseconds, run) => time.after(milliseconds, run),
        read: async () => this.#reader.read(),
        isSame: (one, other) => one === other,
        apply: (kubeconfig) => {
          const update = this.#update(kubeconfig)
          this.#apply(update)
          log.info('contexts loaded', { contexts: update.contexts.map(({ name }) => name) })
        },
        reject: (reason) => log.warn('invalid kubeconfig ignored; keeping the previous contexts', { reason }),
        reasonFor: (error) => (error instanceof KubeconfigError ? error.message : errorMessage(error)),
      },
      loaded,
    )
  }

  #update(kubeconfig: Kubeconfig): ContextUpdate {
    const { contexts } = kubeconfig
    this.#warn(kubeconfig.warnings)
    const name = this.#options.preferred ?? kubeconfig.current ?? contexts[0]?.name ?? ''
    if (!contexts.some((context) => context.name === name)) {
      const names = contexts.map((context) => context.name).join(', ')
      throw new KubeconfigError(
        `default context "${name}" not found in the kubeconfig; contexts: ${names || 'none'}`,
      )
    }
    const renewed: string[] = []
    const credentials = new Map<string, KubeconfigCredentials>()
    const clusterContexts = contexts.map((context) => {
      const key = JSON.stringify([context.name, context.cluster])
      const existing = this.#credentials.get(key)
      if (existing?.update(context.user) === true) renewed.push(context.name)
      const bound = existing ?? this.#credentialsOf(context)
      credentials.set(key, bound)
      return this.#contextOf(context, bound)
    })
    this.#credentials = credentials
    return { contexts: clusterContexts, default: name, renewed, reportedHealth: new Map() }
  }

  /** Logs each warning once, as long as it applies. */
  #warn(warnings: readonly string[]): void {
    for (const warning of new Set(warnings))
      if (!this.#warnings.has(warning)) this.#options.log.warn(`kubeconfig: ${warning}`)
    this.#warnings = new Set(warnings)
  }

  #credentialsOf({ cluster, user }: KubeconfigContext): KubeconfigCredentials {
    const { env, log, time, clock } = this.#options
    const options = { env, now: clock, time, log, signal: this.#stopped.signal }
    return new KubeconfigCredentials(
      user,
      (current) => credentialsFor(current, cluster, options),
      async () => this.#polled?.check(),
    )
  }

  #contextOf(context: KubeconfigContext, credentials: KubeconfigCredentials): ClusterContext {
    const { name, address, cluster, user, namespace } = context
    const proxy = cluster.proxyUrl ?? this.#proxy.for(address.origin)
    return {
      name,
      origin: address.origin,
      basePath: address.basePath,
      credentials,
      ...(proxy === undefined ? {} : { proxy }),
      grants: { context: name, managedByChart: false, readOnly: false, namespaces: [] },
      declared: { cluster: cluster.name, user: user.name, namespace, source: 'kubeconfig' },
    }
  }
}
