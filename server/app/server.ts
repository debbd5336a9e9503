import type { Server as PlainServer } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttpApp } from './http-app.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import type { SignIn } from '../auth/sign-in/create-sign-in.ts'
import type { SignInSettings } from '../auth/sign-in/settings.ts'
import { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { RequestHeaderAuthenticator } from '../auth/authenticators/request-header.ts'
import { TokenAuthenticator } from '../auth/authenticators/bearer-token.ts'
import type { Config } from '../config/load-config.ts'
import { AccessLog } from '../http/middleware/access-log.ts'
import { Lifecycle, OpenResponses } from '../http/server/lifecycle.ts'
import type { Log } from '../telemetry/log.ts'
import { AllowedHosts } from '../http/middleware/allowed-hosts.ts'
import { Metrics } from '../telemetry/metrics.ts'
import { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { opsListener, EventLoopMonitor } from '../http/server/ops-listener.ts'
import { ConnectionLimiter } from '../http/server/connection-limiter.ts'
import { limitedServer, listen } from '../http/server/http-server.ts'
import { TlsServer, type TlsServerOptions } from '../http/tls/tls-server.ts'
import type { SetTimer } from '../http/response/revalidate.ts'
import { resourceOf, type CallObserver } from '../cluster/client/api-call.ts'
import { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../core/clock.ts'
import type { EventObserver } from '../cluster/write/event-recorder.ts'
import type { CacheObserver } from '../cluster/cache/cache-manager.ts'
import { ZstdCodec } from '../cluster/cache/zstd-codec.ts'
import { Hub } from '../stream/hub.ts'
import { itemProjections } from '../stream/stream-kinds.ts'
import type { ClusterSources } from '../config/clusters/cluster-sources.ts'
import { packageVersion } from '../core/version.ts'
import { Scheduler } from '../core/scheduler.ts'

const LOOPBACK = '127.0.0.1'
const IDLE_LOOK_MS = 100

/** A running service. */
export interface RunningServer {
  port: number
  /** Undefined if the service does not terminate TLS. */
  tlsPort: number | undefined
  metricsPort: number
  contexts: readonly string[]
  /** Shuts down: not ready, a delay for endpoints, requests in flight finish, open logs are aborted. */
  stop(): Promise<void>
}

export interface ServerDependencies {
  config: Config
  home: ClusterSources
  log: Log
  /** Output of the access log. */
  output: Writable
  trail: AuditLog
  /** Milliseconds since 1970. */
  clock: () => number
  /** Clock and timers of watches and access reviews. */
  time: Clock
  /** Called each time all watches are in sync. */
  settled: () => void
}

/** Creates everything from a configuration and listens. If that fails, closes what it opened and rejects. */
export async function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const { config, home, log, trail, clock, time } = dependencies
  const version = packageVersion()
  const after: SetTimer = (milliseconds, run) => time.after(milliseconds, run)
  const streams = new OpenResponses()
  const lifecycle = new Lifecycle()
  const metrics = new Metrics(version, streams)
  const accessLog = new AccessLog(dependencies.output, config.accessLog ? config.logFormat : 'off')
  const { watches } = metrics
  const observer: CallObserver & CacheObserver & EventObserver = {
    observe: (context, call, code) => {
      const resource = resourceOf(call)
      metrics.countCall({ context, verb: call.verb, resource, code })
      if (call.isConsistencyCheck === true)
        watches.checkCalled({ context, resource, scope: call.namespace ?? '' })
    },
    synced: (watch, mode) => watches.synced(watch, mode),
    live: () => {
      if (contexts.report().every(({ state }) => state === 'live')) dependencies.settled()
    },
    ended: (watch, reason) => watches.ended(watch, reason),
    quarantined: (watch) => watches.quarantined(watch),
    checked: (watch, result) => watches.checked(watch, result),
    eventRefused: (context, reason) => {
      log.warn('no event says who restarted an object, which is told once', { context, reason })
    },
    diverged: (watch, objects, example) => {
      watches.diverged(watch, objects)
      log.warn('watched state differed from the cluster and is listed anew', { ...watch, objects, example })
    },
  }
  const userAgent = `cluster-inspector/${version}`
  const signIn = config.signIn && (await openSignIn(config.signIn, log, clock))
  const turns = new Scheduler()
  const hub = new Hub({ time, clock, observer: metrics.streams, turns })
  const contexts = new ClusterRegistry(
    home.contexts,
    home.default,
    {
      observer,
      userAgent,
      time,
      clock,
      turns,
      zstandard: new ZstdCodec(),
      views: itemProjections,
    },
    (access) => hub.leave(access.watchable),
  )
  const review = config.tokenAudiences.length > 0 ? contexts.tokenReview(config.tokenAudiences) : undefined
  const authentication = new AuthenticatorChain({
    loopback: config.loopback ? (config.home.kind === 'in-cluster' ? 'port-forward' : 'local') : undefined,
    tokens: review === undefined ? undefined : new TokenAuthenticator(review, time),
    authenticators: [
      ...(config.trustedProxies.length > 0 ? [new RequestHeaderAuthenticator()] : []),
      ...(signIn === undefined ? [] : [signIn.sessions]),
    ],
  })
  const { readGroups: reads, writeGroups: writes, auditGroups: audit } = config
  const { authorization } = config
  const sharedIdentities = [contexts.default, ...config.sharedIdentities]
  const permission = new AuthorizationPolicy({ authorization, sharedIdentities, reads, writes, audit })
  metrics.registerAudit(trail)
  watches.registerCaches(() => contexts.report())
  const hosts = new AllowedHosts(config.allowedHosts)
  const listener = createHttpApp({
    ...config,
    hosts,
    origins: new AllowedOrigins(config.allowedOrigins),
    contexts,
    hub,
    log,
    accessLog,
    metrics,
    lifecycle,
    streams,
    version,
    clock,
    turns,
    after,
    authentication,
    permission,
    signIn,
    trail,
  })
  const pulse = new EventLoopMonitor()
  const connections = new ConnectionLimiter()
  const plain = limitedServer(listener, connections)
  const apis: (PlainServer | SecureServer)[] = [plain]
  let tls: TlsServer | undefined
  const operations = limitedServer(opsListener(metrics, lifecycle, pulse, () => contexts.report(), hosts))
  const release = async (): Promise<void> => {
    pulse.stop()
    accessLog.flush()
    tls?.stop()
    for (const server of [...apis, operations]) {
      server.closeAllConnections()
      server.close()
    }
    hub.close()
    await contexts.close()
    await home.close()
    await trail.close()
  }
  try {
    tls = await openTls(config, { listener, connections, log, after, clock })
    if (tls !== undefined) {
      metrics.registerTls(tls)
      apis.push(tls.server)
    }
    // With TLS, the plain port accepts loopback connections only (kubectl port-forward), so that no token is
    // sent unencrypted.
    const port = await listen(plain, config.port, tls === undefined ? config.host : LOOPBACK, '--port')
    const tlsPort = tls && (await listen(tls.server, config.tlsPort, config.host, '--tls-port'))
    const metricsPort = await listen(operations, config.metricsPort, config.metricsHost, '--metrics-port')
    await home.follow?.((taken) => contexts.replace(taken))
    lifecycle.serving()
    if (config.cache) contexts.prewarm()
    return { port, tlsPort, metricsPort, contexts: contexts.names, stop }
  } catch (error) {
    await release()
    throw error
  }

  async function stop(): Promise<void> {
    lifecycle.beginShutdown()
    await pause(config.shutdownDelayMs)
    lifecycle.draining()
    const closed = Promise.all(apis.map((server) => new Promise((resolve) => server.close(resolve))))
    hub.close()
    streams.abortAll()
    // Closes keep-alive connections after their last response. This runs at an interval, because node:http
    // counts a connection as idle while its last bytes wait for encryption, and would cut off the last event
    // of a stream.
    const idle = setInterval(() => {
      for (const server of apis) server.closeIdleConnections()
    }, IDLE_LOOK_MS)
    // The timer does not keep the process alive; open connections do.
    await Promise.race([closed, pause(config.shutdownGraceMs, undefined, { ref: false })])
    clearInterval(idle)
    await release()
  }
}

/** Opens the TLS server if files are configured. Rejects with TlsError if they are not usable. */
async function openTls(
  { tlsCertificateFile: certificate, tlsKeyFile: key, tlsClientCaFile: clientCa, trustedProxies }: Config,
  serving: Omit<TlsServerOptions, 'files' | 'trustedProxies'>,
): Promise<TlsServer | undefined> {
  if (certificate === undefined || key === undefined) return undefined
  return TlsServer.open({ files: { certificate, key, clientCa }, trustedProxies, ...serving })
}

/** The sign-in library is large, so it is imported only if sign-in is configured. */
async function openSignIn(settings: SignInSettings, log: Log, clock: () => number): Promise<SignIn> {
  const { createSignIn } = await import('../auth/sign-in/create-sign-in.ts')
  return createSignIn(settings, { log, clock })
}
