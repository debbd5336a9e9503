import { PassThrough, type Writable } from 'node:stream'
import { openAuditLog } from '../../server/audit/open-audit-log.ts'
import { loadConfig } from '../../server/config/load-config.ts'
import { openClusterSources, withManagedContexts } from '../../server/config/clusters/cluster-sources.ts'
import type { Log } from '../../server/telemetry/log.ts'
import { systemClock, type Clock } from '../../server/core/clock.ts'
import { splitServer, type ClusterContext } from '../../server/cluster/contexts/context.ts'
import type { Credentials } from '../../server/cluster/client/credentials/interface.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { call } from './http.ts'
import { until } from './until.ts'

export interface ServeOptions {
  settings?: Readonly<Record<string, unknown>>
  /** A kubeconfig file whose contexts are served; the URL and the token are not used. */
  kubeconfig?: string
  /** Further contexts by name, each with its URL and token. */
  contexts?: Readonly<Record<string, { url: string; token: string }>>
  /** The credentials of the first context, if they are more than one token. */
  credentials?: Credentials
  /** Whether the chart granted the rights of the first context; the hint in a 403 depends on it. */
  managedByChart?: boolean
  /** Returns milliseconds since 1970; the default is Date.now. */
  clock?: () => number
  /** The clock of watches and access reviews; the default is the system's. */
  time?: Clock
  log?: Log
  /** The destination of the access log and the audit log; by default both are discarded. */
  output?: Writable
}

const SILENT: Log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

/**
 * Starts a service in this process for a cluster reached with one token. Every response is validated against
 * its schema.
 */
export async function serveCluster(
  url: string,
  token: string,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const preset = {
    demo: true,
    port: 0,
    metricsPort: 0,
    checkResponses: true,
    accessLog: false,
    cache: true,
    rateLimit: 0,
    // Every route can be served.
    revealSecrets: true,
    revealGroups: ['cluster-inspector:local'],
  }
  const config = loadConfig({ ...preset, ...options.settings }, {})
  const { namespaces, readOnly } = config
  const managedByChart = options.managedByChart ?? false
  const own = options.credentials === undefined ? {} : { credentials: options.credentials }
  const contexts = [
    { ...contextTo('test', url, token, { managedByChart, readOnly, namespaces }), ...own },
    ...Object.entries(options.contexts ?? {}).map(([name, other]) =>
      contextTo(name, other.url, other.token, { managedByChart: false, readOnly: false, namespaces: [] }),
    ),
  ]
  const { log = SILENT, clock = Date.now, time = systemClock, output = new PassThrough().resume() } = options
  const first =
    options.kubeconfig === undefined
      ? { contexts, default: 'test', close: async () => undefined }
      : await openClusterSources(
          { ...config, home: { kind: 'kubeconfig', files: [options.kubeconfig] } },
          log,
          time,
        )
  const { contextsFile: bundle } = config
  const home = bundle === undefined ? first : withManagedContexts(first, bundle, log, time)
  const trail = await openAuditLog(config, { output, log, clock, time })
  const service = await startServer({
    config,
    home,
    env: {},
    log,
    output,
    auditLog: trail,
    clock,
    time,
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= service.stop())
  closeAfterwards('a service', stop)
  return { ...service, stop }
}

/** Starts a service and waits until its caches are live. */
export async function serveWarm(
  url: string,
  token: string,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const service = await serveCluster(url, token, options)
  await until('the caches to be warm', async () => {
    const { json } = await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', '/readyz')
    const reflectors = json['reflectors'] as { state: string }[]
    if (reflectors.length >= 4 && reflectors.every(({ state }) => state === 'live')) return true
    throw new Error(`the caches are ${JSON.stringify(reflectors)}`)
  })
  return service
}

/** Returns a context that reaches a cluster with one token. */
export function contextTo(
  name: string,
  url: string,
  token: string,
  grants: { managedByChart: boolean; readOnly: boolean; namespaces: readonly string[] },
): ClusterContext {
  const identity = { headers: { authorization: `Bearer ${token}` }, tls: {} }
  return {
    name,
    ...splitServer(url),
    credentials: { current: async () => identity, rejected: async () => false },
    grants: { context: name, ...grants },
    declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
  }
}

function quiet(): void {
  // Discards the log of these services; no test reads it.
}
