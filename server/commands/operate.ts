import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { reportFailures } from '../core/background.ts'
import { ConfigError, environment, loadConfig, type Config } from '../config/load-config.ts'
import { onShutdownSignal } from './shutdown.ts'
import { isDns1123Label, isDns1123Subdomain } from '../core/formats/names.ts'
import { openClusterSources } from '../config/clusters/cluster-sources.ts'
import { ConnectionLimiter } from '../http/server/connection-limiter.ts'
import { AllowedHosts } from '../http/allowed-hosts.ts'
import { createLog, logFailures, type Log } from '../telemetry/log.ts'
import { opsListener, EventLoopMonitor } from '../http/server/ops-listener.ts'
import { limitedServer, listen } from '../http/server/http-server.ts'
import { resourceOf, type CallObserver } from '../cluster/client/api-call.ts'
import type { ClusterContext } from '../cluster/contexts/context.ts'
import { ServiceAccountCredentials } from '../cluster/client/in-cluster.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { Transport } from '../cluster/client/transport.ts'
import { BundleFile } from '../operator/context-bundle.ts'
import { Leadership } from '../operator/leadership.ts'
import { ClusterLease } from '../operator/lease.ts'
import { Operator } from '../operator/operator.ts'
import { OperatorMetrics } from '../operator/operator-metrics.ts'
import { ServerTokenIssuer } from '../operator/server-token-issuer.ts'
import { packageVersion } from '../core/version.ts'

/** Longest wait of readiness for the first bundle; the declarations may be unreadable for long. */
const FIRST_BUNDLE_MS = 5_000

/** Flags of `operate`, besides the settings it shares with `serve`. */
export interface OperateFlags {
  namespace?: string
  contextsFile: string
  secretsAlone?: boolean
  lease?: string
  serverAccount?: string
  tokenAnchor?: string
  tokenFolder?: string
  allowInsecureTls?: boolean
  allowServers?: string
  host?: string
}

/** Runs the operator until the process is stopped. Throws ConfigError. */
export async function operate(flags: OperateFlags): Promise<void> {
  process.stdout.on('error', () => undefined)
  const {
    namespace: named,
    contextsFile,
    secretsAlone = false,
    lease,
    serverAccount,
    tokenAnchor,
    ...others
  } = flags
  const { tokenFolder, allowInsecureTls = false, allowServers = '', host, ...shared } = others
  const metricsHost = host === undefined ? {} : { metricsHost: host }
  const config = loadConfig({ ...shared, ...metricsHost }, environment(), process.stdout.isTTY)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  reportFailures(logFailures(log))
  const namespace = named ?? (await ownNamespace(config.serviceAccount))
  if (!isDns1123Label(namespace))
    throw new ConfigError(`--namespace: ${JSON.stringify(namespace)} is not a valid namespace name`)
  if (!secretsAlone) checkName('--lease', lease, 'set --lease for leader election, or --secrets-alone')
  const home = await openClusterSources(config, log, systemClock)
  const connection = home.contexts.find(({ name }) => name === home.default)
  if (connection === undefined)
    throw new ConfigError('no cluster to read declared contexts from: set --kubeconfig and --context')

  const version = packageVersion()
  const userAgent = `cluster-inspector-operator/${version}`
  const metrics = new OperatorMetrics(version)
  const calls: CallObserver = {
    observe: (context, call, code) =>
      metrics.countCall({ context, verb: call.verb, resource: resourceOf(call), code }),
  }
  const transport = new Transport(connection, calls, userAgent)
  const base = { transport, namespace, log, time: systemClock, clock: Date.now }
  const token = serverToken({ serverAccount, tokenAnchor, tokenFolder }, base, config, metrics)
  const leadership =
    secretsAlone || lease === undefined
      ? undefined
      : new Leadership({
          ...base,
          lease: new ClusterLease(transport, namespace, lease),
          pod: hostname(),
          identity: `${hostname()}_${randomUUID()}`,
          home: asTheServer(connection, tokenFolder),
          calls,
          observer: metrics,
          userAgent,
        })
  const operator = new Operator({
    ...base,
    ownName: connection.name,
    secretsAlone,
    allowed: { insecureTls: allowInsecureTls, servers: allowServers.split(',').filter((one) => one !== '') },
    bundle: new BundleFile(contextsFile),
    observer: metrics,
    assembled: (declared, verdicts) => leadership?.take(declared, verdicts),
    held: (secrets) =>
      token?.anchoredTo(secrets.find(({ metadata }) => metadata.name === tokenAnchor)?.metadata.uid),
  })
  metrics.followedBy(() => operator.report())
  const startedAt = systemClock.now()
  const patient = (): boolean => operator.handedOver || systemClock.now() - startedAt > FIRST_BUNDLE_MS
  const standing = {
    get ready() {
      return token?.handedOver !== false && patient()
    },
    get phase() {
      return this.ready ? 'operating' : 'starting'
    },
  }
  const pulse = new EventLoopMonitor()
  const watches = () =>
    operator.report().map((one) => ({ ...one, context: connection.name, scope: namespace }))
  const listener = opsListener(metrics, standing, pulse, watches, new AllowedHosts(config.allowedHosts))
  const server = limitedServer(listener, new ConnectionLimiter())
  const port = await listen(server, config.metricsPort, config.metricsHost, '--metrics-port')
  token?.start()
  leadership?.start()
  log.info('operating', { namespace, cluster: connection.name, metricsPort: port })
  onShutdownSignal(log, async () => {
    operator.stop()
    token?.stop()
    await leadership?.stop()
    pulse.stop()
    server.close()
    server.closeAllConnections()
    await transport.close()
    await home.close()
  })
}

/** Returns the issuer of the server's tokens, if the server has an identity of its own. */
function serverToken(
  flags: Record<'serverAccount' | 'tokenAnchor' | 'tokenFolder', string | undefined>,
  base: { transport: Transport; namespace: string; log: Log; time: Clock },
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
    made: (expiresAt) => metrics.tokenMade(expiresAt),
  })
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
