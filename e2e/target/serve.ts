import { PassThrough, type Writable } from 'node:stream'
import { openTrail } from '../../server/audit/open.ts'
import { readConfig } from '../../server/config.ts'
import { withBundled } from '../../server/home.ts'
import type { Log } from '../../server/http/log.ts'
import { systemTime, type Time } from '../../server/kube/time.ts'
import { splitServer, type ClusterContext } from '../../server/kube/context.ts'
import type { Credentials } from '../../server/kube/credentials.ts'
import { startService, type Service } from '../../server/service.ts'
import { call } from './http.ts'
import { until } from './until.ts'

export interface ServeOptions {
  settings?: Readonly<Record<string, unknown>>
  /** Further contexts, by name: where they are and with which token. */
  contexts?: Readonly<Record<string, { url: string; token: string }>>
  /** What shows who it is to the first context, where that is more than one token. */
  credentials?: Credentials
  /** True where the rights of the first context are those of a chart, for what a 403 says. */
  byChart?: boolean
  /** Milliseconds since 1970; the default is Date.now. */
  clock?: () => number
  /** What watches and access reviews go by; the default is the machine's time. */
  time?: Time
  log?: Log
  /** Where access lines and the audit trail go; the default is nowhere. */
  output?: Writable
}

const SILENT: Log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

/** A service in this process, before a cluster reached with one token; every answer is held against its schema. */
export async function serveCluster(url: string, token: string, options: ServeOptions = {}): Promise<Service> {
  const preset = {
    demo: true,
    port: 0,
    metricsPort: 0,
    checkResponses: true,
    accessLog: false,
    cache: true,
    rateLimit: 0,
  }
  const config = readConfig({ ...preset, ...options.settings }, {})
  const { namespaces, readOnly } = config
  const byChart = options.byChart ?? false
  const own = options.credentials === undefined ? {} : { credentials: options.credentials }
  const contexts = [
    { ...contextTo('test', url, token, { byChart, readOnly, namespaces }), ...own },
    ...Object.entries(options.contexts ?? {}).map(([name, other]) =>
      contextTo(name, other.url, other.token, { byChart: false, readOnly: false, namespaces: [] }),
    ),
  ]
  const { log = SILENT, clock = Date.now, time = systemTime, output = new PassThrough().resume() } = options
  const first = { contexts, default: 'test', close: async () => undefined }
  const { contextsFile: bundle } = config
  const home = bundle === undefined ? first : withBundled(first, bundle, log, time)
  const trail = await openTrail(config, { output, log, clock })
  return startService({ config, home, log, output, trail, clock, time, settled: () => undefined })
}

/** A service that holds what it watches from the start, or knows that it may not. */
export async function serveWarm(url: string, token: string, options: ServeOptions = {}): Promise<Service> {
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
  grants: { byChart: boolean; readOnly: boolean; namespaces: readonly string[] },
): ClusterContext {
  const identity = { headers: { authorization: `Bearer ${token}` }, tls: {} }
  return {
    name,
    ...splitServer(url),
    credentials: { current: async () => identity, refused: async () => false },
    grants: { context: name, ...grants },
    declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
  }
}

function quiet(): void {
  // What these services log is asserted nowhere.
}
