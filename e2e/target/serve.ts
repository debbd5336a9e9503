import { PassThrough } from 'node:stream'
import { readConfig } from '../../server/config.ts'
import type { Log } from '../../server/http/log.ts'
import { splitServer, type ClusterContext } from '../../server/kube/context.ts'
import { startService, type Service } from '../../server/service.ts'

export interface ServeOptions {
  settings?: Readonly<Record<string, unknown>>
  /** Further contexts, by name: where they are and with which token. */
  contexts?: Readonly<Record<string, { url: string; token: string }>>
  /** True where the rights of the first context are those of a chart, for what a 403 says. */
  byChart?: boolean
  /** Milliseconds since 1970; the default is Date.now. */
  clock?: () => number
  log?: Log
}

const SILENT: Log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

/** A service in this process, before a cluster reached with one token; every answer is held against its schema. */
export async function serveCluster(url: string, token: string, options: ServeOptions = {}): Promise<Service> {
  const preset = { demo: true, port: 0, metricsPort: 0, checkResponses: true, accessLog: false }
  const config = readConfig({ ...preset, ...options.settings }, {})
  const { namespaces, readOnly } = config
  const byChart = options.byChart ?? false
  const contexts = [
    contextTo('test', url, token, { byChart, readOnly, namespaces }),
    ...Object.entries(options.contexts ?? {}).map(([name, other]) =>
      contextTo(name, other.url, other.token, { byChart: false, readOnly: false, namespaces: [] }),
    ),
  ]
  const home = { contexts, default: 'test', close: async () => undefined }
  const output = new PassThrough().resume()
  return startService({ config, home, log: options.log ?? SILENT, output, clock: options.clock ?? Date.now })
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
  }
}

function quiet(): void {
  // What these services log is asserted nowhere.
}
