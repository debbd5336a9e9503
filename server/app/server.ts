import type { Server as PlainServer } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Validation } from '../api/validation.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import { TokenAuthenticator } from '../auth/authenticators/bearer-token.ts'
import { RequestHeaderAuthenticator } from '../auth/authenticators/request-header.ts'
import { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import type { SignIn, SignInOptions } from '../auth/sign-in/create-sign-in.ts'
import type { SignInSettings } from '../auth/sign-in/settings.ts'
import { ZstdCodec } from '../cluster/cache/zstd-codec.ts'
import { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { ClusterSources } from '../config/clusters/cluster-sources.ts'
import type { Config } from '../config/load-config.ts'
import { reportFailures } from '../core/background.ts'
import { FairQueue } from '../core/fair-queue.ts'
import { ledgerLimit, MemoryLedger } from '../core/memory-ledger.ts'
import type { Clock } from '../core/clock.ts'
import { Scheduler } from '../core/scheduler.ts'
import { packageVersion, userAgent } from '../core/version.ts'
import { AllowedHosts } from '../http/allowed-hosts.ts'
import { AccessLog } from '../http/middleware/access-log.ts'
import { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { BodiesInFlight } from '../http/response/bodies-in-flight.ts'
import { ResponseCache } from '../http/response/response-cache.ts'
import { ContentEncodings } from '../http/response/representation.ts'
import type { SetTimer } from '../http/response/revalidate.ts'
import { ConnectionLimiter } from '../http/server/connection-limiter.ts'
import { limitedOpsServer, limitedServer, listen } from '../http/server/http-server.ts'
import { Lifecycle, OpenResponses } from '../http/server/lifecycle.ts'
import { EventLoopMonitor, opsListener } from '../http/server/ops-listener.ts'
import { TlsServer, type TlsServerOptions } from '../http/tls/tls-server.ts'
import { itemProjections, prewarmedKinds } from '../kinds/register.ts'
import { logFailures, type Log } from '../telemetry/log.ts'
import { Metrics } from '../telemetry/metrics.ts'
import { clusterObserver } from './cluster-observer.ts'
import { startFeatures } from './features.ts'
import { createHttpApp } from './http-app.ts'
import { createRequestScope } from './request-scope.ts'
import { clusterRoutes } from './routes.ts'

const LOOPBACK = '127.0.0.1'
/** Interval at which idle connections are closed during the drain. */
const IDLE_POLL_MS = 100
/** Time limit for aborted connections to close; only a TLS handshake in progress takes longer. */
const CLOSE_MS = 1000

/** Large lists are built one for a caller and two in all at a time: more would take memory and be no faster. */
const LIST_BUILDS = {
  subject: 'large lists',
  running: 2,
  runningPerCaller: 1,
  waitingPerCaller: 64,
  waiting: 256,
} as const

/** A running server. */
export interface RunningServer {
  port: number
  /** Undefined without TLS. */
  tlsPort: number | undefined
  metricsPort: number
  contexts: readonly string[]
  /**
   * Drains and closes the server: reports not ready, waits until endpoints are updated, ends streams, aborts open logs, and
   * gives requests in flight the grace period to finish.
   */
  stop(): Promise<void>
}

export interface ServerDependencies {
  config: Config
  home: ClusterSources
  log: Log
  /** Destination of the access log. */
  output: Writable
  auditLog: AuditLog
  /** The environment, whose proxies lead to the issuers of sign-in. */
  env: NodeJS.ProcessEnv
  /** Milliseconds since 1970. */
  clock: () => number
  /** Clock of watches, access reviews and timers. */
  time: Clock
}

/** The parts of a server that are created before it listens. */
interface Parts {
  readonly contexts: ClusterRegistry
  readonly features: Awaited<ReturnType<typeof startFeatures>>
  readonly lifecycle: Lifecycle
  readonly metrics: Metrics
  readonly accessLog: AccessLog
  readonly openResponses: OpenResponses
  readonly hosts: AllowedHosts
  readonly listener: ReturnType<typeof createHttpApp>
  readonly after: SetTimer
}

/** Starts a server: creates its parts from the configuration and listens. If that fails, closes everything and rejects. */
export async function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const connections = new ConnectionLimiter()
  const parts = await createParts(dependencies, connections)
  const { config, home, clock, log } = dependencies
  const { contexts, lifecycle, metrics, hosts, listener } = parts
  const monitor = new EventLoopMonitor()
  const plain = limitedServer(listener, connections)
  const ops = limitedOpsServer(
    opsListener(metrics, readiness(parts), monitor, () => contexts.report(), hosts),
  )
  const apis: (PlainServer | SecureServer)[] = [plain]
  let tls: TlsServer | undefined
  const release = async (): Promise<void> => {
    monitor.stop()
    tls?.stop()
    await releaseParts(dependencies, parts, [...apis, ops])
  }
  try {
    tls = await openTls(config, { listener, connections, log, after: parts.after, clock })
    if (tls !== undefined) {
      metrics.registerTls(tls)
      apis.push(tls.server)
    }
    // With TLS, the plain port listens on loopback only, for kubectl port-forward, so no token is sent in the clear.
    const port = await listen(plain, config.port, tls === undefined ? config.host : LOOPBACK, '--port')
    const tlsPort = tls && (await listen(tls.server, config.tlsPort, config.host, '--tls-port'))
    const metricsPort = await listen(ops, config.metricsPort, config.metricsHost, '--metrics-port')
    await home.follow?.((update) => contexts.replace(update))
    lifecycle.serving()
    if (config.cache) contexts.prewarm(prewarmedKinds)
    const stop = async (): Promise<void> => {
      await drain(config, parts, apis)
      await release()
    }
    return { port, tlsPort, metricsPort, contexts: contexts.names, stop }
  } catch (error) {
    await release()
    throw error
  }
}

function registerMetrics(
  metrics: Metrics,
  { auditLog, contexts, features }: Pick<Parts, 'contexts' | 'features'> & { readonly auditLog: AuditLog },
): void {
  metrics.registerAudit(auditLog)
  metrics.registerFeatures(features.metrics)
  metrics.watches.registerCaches(() => contexts.report())
}

async function createParts(dependencies: ServerDependencies, connections: ConnectionLimiter): Promise<Parts> {
  const { config, log, auditLog, clock, time, output } = dependencies
  const version = packageVersion()
  const after: SetTimer = (milliseconds, run) => time.after(milliseconds, run)
  const openResponses = new OpenResponses()
  const lifecycle = new Lifecycle()
  const metrics = new Metrics(version, openResponses)
  reportFailures(logFailures(log, metrics))
  const accessLog = new AccessLog(output, config.accessLog ? config.logFormat : 'off')
  const scheduler = new Scheduler()
  const ledger = new MemoryLedger(ledgerLimit())
  metrics.registerMemory(ledger)
  const contexts = openContexts(dependencies, { metrics, scheduler, ledger })
  const signIn =
    config.signIn && (await openSignIn(config.signIn, { log, env: dependencies.env, clock, ledger }))
  const features = await startFeatures({
    ...dependencies,
    contexts,
    clusterRoutes,
    streamObserver: metrics.streams,
    scheduler,
    ledger,
  })
  const authentication = authenticatorsOf(config, contexts, signIn, { time, ledger })
  const permission = policyOf(config, contexts)
  registerMetrics(metrics, { auditLog, contexts, features })
  const hosts = new AllowedHosts(config.allowedHosts)
  const encodings = new ContentEncodings(ledger)
  const bodies = new BodiesInFlight(ledger)
  const responseCache = new ResponseCache({ ledger, encodings, bodies, authentication, permission, clock })
  const listener = createHttpApp({
    scopeOf: createRequestScope({ contexts, features, auditLog, permission, cache: config.cache }),
    validation: new Validation(),
    checkResponses: config.checkResponses,
    console: config.console,
    requestTimeoutMs: config.requestTimeoutMs,
    rateLimit: config.rateLimit,
    origins: new AllowedOrigins(config.allowedOrigins, config.signIn?.origin),
    openResponses,
    encodings,
    bodies,
    responseCache,
    clock,
    after,
    authentication,
    permission,
    log,
    accessLog,
    metrics,
    lifecycle,
    connections,
    auditLog,
    signIn,
    version,
    hosts,
  })
  return { contexts, features, lifecycle, metrics, accessLog, openResponses, hosts, listener, after }
}

function openContexts(
  { home, config, log, clock, time }: ServerDependencies,
  { metrics, scheduler, ledger }: { metrics: Metrics; scheduler: Scheduler; ledger: MemoryLedger },
): ClusterRegistry {
  return new ClusterRegistry(home.contexts, home.default, {
    observer: clusterObserver(metrics, log),
    userAgent: userAgent(),
    time,
    clock,
    scheduler,
    zstandard: new ZstdCodec(),
    views: itemProjections,
    ledger,
    listBuilds: new FairQueue(LIST_BUILDS),
    requestTimeoutMs: config.requestTimeoutMs,
  })
}

function authenticatorsOf(
  config: Config,
  contexts: ClusterRegistry,
  signIn: SignIn | undefined,
  { time, ledger }: { time: Clock; ledger: MemoryLedger },
): AuthenticatorChain {
  const review = config.tokenAudiences.length > 0 ? contexts.tokenReview(config.tokenAudiences) : undefined
  return new AuthenticatorChain({
    loopback: config.loopback ? (config.home.kind === 'in-cluster' ? 'port-forward' : 'local') : undefined,
    tokens: review === undefined ? undefined : new TokenAuthenticator(review, time, ledger),
    authenticators: [
      ...(config.trustedProxies.length > 0 ? [new RequestHeaderAuthenticator()] : []),
      ...(signIn === undefined ? [] : [signIn.sessions]),
    ],
  })
}

function policyOf(config: Config, contexts: ClusterRegistry): AuthorizationPolicy {
  return new AuthorizationPolicy({
    authorization: config.authorization,
    sharedIdentities: [contexts.default, ...config.sharedIdentities],
    reads: config.readGroups,
    writes: config.writeGroups,
    audit: config.auditGroups,
  })
}

/** Returns the readiness of the server: ready while the process serves and every feature is ready. */
function readiness({ lifecycle, features }: Pick<Parts, 'lifecycle' | 'features'>) {
  return {
    get ready() {
      return lifecycle.ready && features.ready
    },
    get phase() {
      return lifecycle.phase
    },
  }
}

/** Waits until endpoints are updated, ends streams and logs, then gives requests in flight the grace period. */
async function drain(
  config: Config,
  { lifecycle, features, openResponses }: Parts,
  apis: readonly (PlainServer | SecureServer)[],
): Promise<void> {
  lifecycle.beginShutdown()
  await pause(config.shutdownDelayMs)
  lifecycle.draining()
  const closed = Promise.all(apis.map((server) => new Promise((resolve) => server.close(resolve))))
  await features.stop()
  openResponses.abortAll()
  // A kept-alive connection is closed once its last response is sent. Not at once: node:http considers a connection idle
  // while its last bytes wait to be encrypted, and would cut the last event of a stream.
  const idle = setInterval(() => {
    for (const server of apis) server.closeIdleConnections()
  }, IDLE_POLL_MS)
  // Open connections keep the process alive during the grace period; the timer alone does not.
  await Promise.race([closed, pause(config.shutdownGraceMs, undefined, { ref: false })])
  clearInterval(idle)
}

/** Closes all connections, stops every part, then flushes the access log and closes the audit log. */
async function releaseParts(
  { home, auditLog }: ServerDependencies,
  { accessLog, features, contexts }: Parts,
  servers: readonly (PlainServer | SecureServer)[],
): Promise<void> {
  const closed = servers.map(async (server) => {
    const serverClosed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await serverClosed
  })
  await features.stop()
  await contexts.close()
  await home.close()
  // An aborted response is logged once its connection is closed. A TLS handshake in progress is not waited for.
  await Promise.race([Promise.all(closed), pause(CLOSE_MS, undefined, { ref: false })])
  // Node emits the server's `close` one turn of the event loop before that of its last connections.
  for (let turn = 0; turn < 2; turn++) await nextTurn()
  await features.close()
  accessLog.flush()
  await auditLog.close()
}

/** Opens the TLS server if certificate files are configured. Rejects with TlsError if they are not usable. */
async function openTls(
  { tlsCertificateFile: certificate, tlsKeyFile: key, tlsClientCaFile: clientCa, trustedProxies }: Config,
  serving: Omit<TlsServerOptions, 'files' | 'trustedProxies'>,
): Promise<TlsServer | undefined> {
  if (certificate === undefined || key === undefined) return undefined
  return TlsServer.open({ files: { certificate, key, clientCa }, trustedProxies, ...serving })
}

/** Loads and opens sign-in. The library is large, so it is loaded only if sign-in is configured. */
async function openSignIn(settings: SignInSettings, options: SignInOptions): Promise<SignIn> {
  const { createSignIn } = await import('../auth/sign-in/create-sign-in.ts')
  return createSignIn(settings, options)
}
