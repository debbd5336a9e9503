import { PassThrough, type Writable } from 'node:stream'
import { openAuditLog } from '../../server/audit/open-audit-log.ts'
import { loadConfig } from '../../server/config/load-config.ts'
import { withManagedContexts } from '../../server/config/clusters/cluster-sources.ts'
import type { Log } from '../../server/telemetry/log.ts'
import { systemClock, type Clock } from '../../server/core/clock.ts'
import { splitServer, type ClusterContext } from '../../server/cluster/contexts/context.ts'
import type { Credentials } from '../../server/cluster/client/credentials.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { call } from './http.ts'
import { until } from './until.ts'

export interface ServeOptions {
  settings?: Readonly<Record<string, unknown>>
  /** Further contexts, by name: where they are and with which token. */
  contexts?: Readonly<Record<string, { url: string; token: string }>>
  /** What shows who it is to the first context, where that is more than one token. */
  credentials?: Credentials
  /** True where the rights of the first context are those of a chart, for what a 403 says. */
  managedByChart?: boolean
  /** Milliseconds since 1970; the default is Date.now. */
  clock?: () => number
  /** What watches and access reviews go by; the default is the machine's time. */
  time?: Clock
  log?: Log
  /** Where access lines and the audit trail go; the default is nowhere. */
  output?: Writable
}

const SILENT: Log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

/** A service in this process, before a cluster reached with one token; every answer is held against its schema. */
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
  const first = { contexts, default: 'test', close: async () => undefined }
  const { contextsFile: bundle } = config
  const home = bundle === undefined ? first : withManagedContexts(first, bundle, log, time)
  const trail = await openAuditLog(config, { output, log, clock })
  return startServer({ config, home, log, output, trail, clock, time, settled: () => undefined })
}

/** A service that holds what it watches from the start, or knows that it may not. */
export async function serveWarm(
  url: string,
  token: string,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const service = await serveCluster(url, token, options)
  await until('the caches to be warm', async () => {
    const { json } = await call(`http://127.0.0.1:${service.metricsPort}`, 'GET', '/readyz')
    const states = (json['reflectors'] as { state: string }[]).map(({ state }) => state)
    return states.length >= 4 && states.every((state) => state === 'live') ? true : undefined
  })
  return service
}

function contextTo(
  name: string,
  url: string,
  token: string,
  grants: { managedByChart: boolean; readOnly: boolean; namespaces: readonly string[] },
): ClusterContext {
  const identity = { headers: { authorization: `Bearer ${token}` }, tls: {} }
  return {
    name,
    ...splitServer(url),
    credentials: { current: async () => identity, onUnauthorized: async () => false },
    grants: { context: name, ...grants },
    declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
  }
}

function quiet(): void {
  // What these services log is asserted nowhere.
}
