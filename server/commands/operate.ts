import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { reportFailures } from '../core/background.ts'
import { ConfigError, environment, loadConfig, type Config } from '../config/load-config.ts'
import { ignoreOutputErrors, shutDownOnSignal } from './shutdown.ts'
import { isDns1123Label, isDns1123Subdomain } from '../core/formats/names.ts'
import { openClusterSources } from '../config/clusters/cluster-sources.ts'
import { AllowedHosts } from '../http/allowed-hosts.ts'
import { createLog, logFailures, type Log } from '../telemetry/log.ts'
import { opsListener, EventLoopMonitor } from '../http/server/ops-listener.ts'
import { limitedOpsServer, listen } from '../http/server/http-server.ts'
import { resourceOf, type CallObserver } from '../cluster/client/api-call.ts'
import type { ClusterContext } from '../cluster/contexts/context.ts'
import { ServiceAccountCredentials } from '../cluster/client/in-cluster.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { Transport } from '../cluster/client/transport.ts'
import { BundleFile } from '../operator/context-bundle.ts'
import { Leadership, type LeadershipOptions } from '../operator/leadership.ts'
import { ClusterLease } from '../operator/lease.ts'
import { Operator } from '../operator/operator.ts'
import { OperatorMetrics } from '../operator/operator-metrics.ts'
import { StateCleaner } from '../operator/state-cleaner.ts'
import { SealKeyIssuer } from '../operator/seal-key-issuer.ts'
import { ServerTokenIssuer } from '../operator/server-token-issuer.ts'
import { packageVersion } from '../core/version.ts'

/** Longest wait of readiness for the first bundle; the declarations may be unreadable for long. */
const FIRST_BUNDLE_MS = 5_000

/** Default of --keep-settings-days. */
const DEFAULT_KEEP_DAYS = '180'

/** Flags of `operate`, besides the settings it shares with `serve`. */
export interface OperateFlags {
  namespace?: string
  contextsFile: string
  secretsAlone?: boolean
  lease?: string
  serverAccount?: string
  tokenAnchor?: string
  tokenFolder?: string
  sealSecret?: string
  keepSettingsDays?: string
  allowInsecureTls?: boolean
  allowServers?: string
  host?: string
}

/** Flags of the operator alone; all others are settings that it shares with the server. */
const OPERATOR_FLAGS: ReadonlySet<string> = new Set<keyof OperateFlags>([
  'namespace',
  'contextsFile',
  'secretsAlone',
  'lease',
  'serverAccount',
  'tokenAnchor',
  'tokenFolder',
  'sealSecret',
  'keepSettingsDays',
  'allowInsecureTls',
  'allowServers',
  'host',
])

/** Dependencies that the parts of the operator share. */
interface OperatorBase {
  transport: Transport
  namespace: string
  log: Log
  time: Clock
  clock: () => number
}

/** Runs the operator until the process is stopped. Throws ConfigError. */
export async function operate(flags: OperateFlags): Promise<void> {
  ignoreOutputErrors()
  const config = configOf(flags)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  const version = packageVersion()
  const metrics = new OperatorMetrics(version)
  reportFailures(logFailures(log, metrics))
  const namespace = flags.namespace ?? (await ownNamespace(config.serviceAccount))
  if (!isDns1123Label(namespace))
    throw new ConfigError(`--namespace: ${JSON.stringify(namespace)} is not a valid namespace name`)
  if (flags.secretsAlone !== true)
    checkName('--lease', flags.lease, 'set --lease for leader election, or --secrets-alone')
  const sources = await openClusterSources(config, log, systemClock, environment())
  const connection = sources.contexts.find(({ name }) => name === sources.default)
  if (connection === undefined)
    throw new ConfigError('no cluster to read declared contexts from: set --kubeconfig and --context')

  const userAgent = `cluster-inspector-operator/${version}`
  const calls: CallObserver = {
    observe: (context, call, code) =>
      metrics.countCall({ context, verb: call.verb, resource: resourceOf(call), code }),
  }
  const transport = new Transport(connection, calls, userAgent)
  const base = { transport, namespace, log, time: systemClock, clock: Date.now }
  const issuer = tokenIssuer(flags, base, config, metrics)
  const leadership = createLeadership(flags, base, { connection, calls, observer: metrics, userAgent })
  const sealKeys = sealKeyIssuer(flags, base)
  const operator = createOperator(flags, base, {
    connection,
    observer: metrics,
    leadership,
    issuer,
    sealKeys,
  })
  metrics.registerWatches(() => operator.report())
  const ops = await serveOps({ operator, issuer, metrics, config, context: connection.name, namespace })
  issuer?.start()
  leadership?.start()
  log.info('operating', { namespace, cluster: connection.name, metricsPort: ops.port })
  shutDownOnSignal(log, async () => {
    operator.stop()
    issuer?.stop()
    sealKeys?.stop()
    await leadership?.stop()
    ops.stop()
    await transport.close()
    await sources.close()
  })
}

/** Returns the settings that the operator shares with the server; `--host` is that of the metrics port. */
function configOf(flags: OperateFlags): Config {
  const settings = Object.entries(flags).filter(([flag]) => !OPERATOR_FLAGS.has(flag))
  const { host } = flags
  const metricsHost = host === undefined ? {} : { metricsHost: host }
  return loadConfig({ ...Object.fromEntries(settings), ...metricsHost }, environment(), process.stdout.isTTY)
}

/** Creates the leader election and what only the leader does; undefined without ClusterContexts. */
function createLeadership(
  { secretsAlone = false, lease, tokenFolder, keepSettingsDays = DEFAULT_KEEP_DAYS }: OperateFlags,
  base: OperatorBase,
  options: Pick<LeadershipOptions, 'calls' | 'observer' | 'userAgent'> & { connection: ClusterContext },
): Leadership | undefined {
  if (secretsAlone || lease === undefined) return undefined
  if (!/^\d{1,5}$/.test(keepSettingsDays))
    throw new ConfigError('--keep-settings-days: set a number of days, 0 to keep settings forever')
  const { connection, ...rest } = options
  const cleaner = new StateCleaner({ ...base, keepDays: Number(keepSettingsDays) })
  return new Leadership({
    ...base,
    ...rest,
    lease: new ClusterLease(base.transport, base.namespace, lease),
    pod: hostname(),
    identity: `${hostname()}_${randomUUID()}`,
    home: asTheServer(connection, tokenFolder),
    changed: (leading) => cleaner.lead(leading),
  })
}

function createOperator(
  flags: OperateFlags,
  base: OperatorBase,
  options: {
    connection: ClusterContext
    observer: OperatorMetrics
    leadership: Leadership | undefined
    issuer: ServerTokenIssuer | undefined
    sealKeys: SealKeyIssuer | undefined
  },
): Operator {
  const { secretsAlone = false, allowInsecureTls = false, allowServers = '', tokenAnchor } = flags
  const { connection, observer, leadership, issuer, sealKeys } = options
  return new Operator({
    ...base,
    ownName: connection.name,
    secretsAlone,
    allowed: {
      insecureTls: allowInsecureTls,
      servers: allowServers.split(',').filter((server) => server !== ''),
    },
    bundle: new BundleFile(flags.contextsFile),
    observer,
    reconciled: (declared, verdicts) => leadership?.update(declared, verdicts),
    secretsChanged: (secrets) => {
      issuer?.anchoredTo(secrets.find(({ metadata }) => metadata.name === tokenAnchor)?.metadata.uid)
      sealKeys?.update(secrets)
    },
  })
}

/** Serves metrics and probes. The operator is ready when the server can start: with its token and its contexts. */
async function serveOps(options: {
  operator: Operator
  issuer: ServerTokenIssuer | undefined
  metrics: OperatorMetrics
  config: Config
  context: string
  namespace: string
}): Promise<{ port: number; stop: () => void }> {
  const { operator, issuer, metrics, config, context, namespace } = options
  const startedAt = systemClock.now()
  const bundleReady = (): boolean => operator.handedOver || systemClock.now() - startedAt > FIRST_BUNDLE_MS
  const readiness = {
    get ready() {
      return issuer?.handedOver !== false && bundleReady()
    },
    get phase() {
      return this.ready ? 'operating' : 'starting'
    },
  }
  const eventLoop = new EventLoopMonitor()
  const watches = () => operator.report().map((watch) => ({ ...watch, context, scope: namespace }))
  const allowedHosts = new AllowedHosts(config.allowedHosts)
  const listener = opsListener(metrics, readiness, eventLoop, watches, allowedHosts)
  const server = limitedOpsServer(listener)
  const port = await listen(server, config.metricsPort, config.metricsHost, '--metrics-port')
  const stop = (): void => {
    eventLoop.stop()
    server.close()
    server.closeAllConnections()
  }
  return { port, stop }
}

/** Returns the issuer of the server's tokens, if the server has an identity of its own. */
function tokenIssuer(
  flags: OperateFlags,
  base: OperatorBase,
  { serviceAccount: own }: Config,
  metrics: OperatorMetrics,
): ServerTokenIssuer | undefined {
  const { serverAccount: account, tokenAnchor: anchor, tokenFolder: folder } = flags
  if (account === undefined && anchor === undefined && folder === undefined) return undefined
  const together = '--server-account, --token-anchor and --token-folder must be set together'
  checkName('--server-account', account, together)
  checkName('--token-anchor', anchor, together)
  if (account === undefined || anchor === undefined || folder === undefined) throw new ConfigError(together)
  return new ServerTokenIssuer({
    ...base,
    account,
    anchor,
    folder,
    own,
    issued: (expiresAt) => metrics.tokenIssued(expiresAt),
  })
}

/** Returns the issuer of the keys for sealed settings, if the server has a folder for them. */
function sealKeyIssuer(
  { sealSecret: secret, tokenFolder: folder }: OperateFlags,
  base: OperatorBase,
): SealKeyIssuer | undefined {
  if (secret === undefined) return undefined
  const together = '--seal-secret requires --token-folder'
  checkName('--seal-secret', secret, together)
  if (folder === undefined) throw new ConfigError(together)
  return new SealKeyIssuer({ ...base, secret, folder })
}

/** Returns the connection to the service's own cluster, with the server's credentials if it has any. */
function asTheServer(connection: ClusterContext, folder: string | undefined): ClusterContext {
  return folder === undefined
    ? connection
    : { ...connection, credentials: new ServiceAccountCredentials(folder) }
}

function checkName(flag: string, name: string | undefined, without: string): void {
  if (name === undefined) throw new ConfigError(without)
  if (!isDns1123Subdomain(name)) throw new ConfigError(`${flag}: ${JSON.stringify(name)} is not a valid name`)
}

async function ownNamespace(serviceAccount: string): Promise<string> {
  const text = await readFile(join(serviceAccount, 'namespace'), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ConfigError(
      'set --namespace, the namespace of the declared contexts (required outside of a cluster)',
    )
  return text.trim()
}
