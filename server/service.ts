import type { Server as PlainServer } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createApi } from './app.ts'
import type { Trail } from './audit/trail.ts'
import { Authentication } from './auth/authentication.ts'
import type { SignIn } from './auth/sign-in.ts'
import type { SignInSettings } from './auth/sign-in-settings.ts'
import { Permission } from './auth/permission.ts'
import { Proxies } from './auth/proxies.ts'
import { Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { AccessLog } from './http/access-log.ts'
import { Lifecycle, OpenStreams } from './http/drain.ts'
import type { Log } from './http/log.ts'
import { Hosts } from './http/hosts.ts'
import { Metrics } from './http/metrics.ts'
import { Origins } from './http/origins.ts'
import { operationsListener, Pulse } from './http/operations.ts'
import { Connections } from './http/connections.ts'
import { limitedServer, listen } from './http/server.ts'
import { TlsServer, type TlsServerOptions } from './http/tls-server.ts'
import type { After } from './http/stay.ts'
import { resourceOf, type CallObserver } from './kube/call.ts'
import { Contexts } from './kube/contexts.ts'
import type { Time } from './kube/time.ts'
import type { EventObserver } from './kube/restart-events.ts'
import type { WatchObserver } from './kube/watches.ts'
import { Zstandard } from './kube/watch/zstandard.ts'
import { Hub } from './live/hub.ts'
import { itemViews } from './live/rows.ts'
import type { HomeContexts } from './home.ts'
import { packageVersion } from './version.ts'
import { Turns } from './turns.ts'

const LOOPBACK = '127.0.0.1'
const IDLE_LOOK_MS = 100

/** A running service. */
export interface Service {
  port: number
  /** Undefined where TLS is left to others. */
  tlsPort: number | undefined
  metricsPort: number
  contexts: readonly string[]
  /** Drains: not ready, a delay for endpoints to notice, then requests under way finish and open logs are cut. */
  stop(): Promise<void>
}

export interface ServiceDependencies {
  config: Config
  home: HomeContexts
  log: Log
  /** Where access lines go. */
  output: Writable
  trail: Trail
  /** Milliseconds since 1970. */
  clock: () => number
  /** What watches and access reviews go by. */
  time: Time
  /** Told when all that is watched is there, each time. */
  settled: () => void
}

/** Builds everything from a config and listens. Rejects, with what it opened closed again, when it cannot. */
export async function startService(dependencies: ServiceDependencies): Promise<Service> {
  const { config, home, log, trail, clock, time } = dependencies
  const version = packageVersion()
  const after: After = (milliseconds, run) => time.after(milliseconds, run)
  const streams = new OpenStreams()
  const lifecycle = new Lifecycle()
  const metrics = new Metrics(version, streams)
  const accessLog = new AccessLog(dependencies.output, config.accessLog ? config.logFormat : 'off')
  const { watches } = metrics
  const observer: CallObserver & WatchObserver & EventObserver = {
    observe: (context, call, code) => {
      const resource = resourceOf(call)
      metrics.countCall({ context, verb: call.verb, resource, code })
      if (call.ofCheck === true) watches.checkCalled({ context, resource, scope: call.namespace ?? '' })
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
  const signIn = config.signIn && (await openedSignIn(config.signIn, log, clock))
  const turns = new Turns()
  const hub = new Hub({ time, clock, observer: metrics.streams, turns })
  const contexts = new Contexts(
    home.contexts,
    home.default,
    {
      observer,
      userAgent,
      time,
      clock,
      turns,
      zstandard: new Zstandard(),
      views: itemViews,
    },
    (access) => hub.leave(access.followed),
  )
  const review = config.tokenAudiences.length > 0 ? contexts.tokenReview(config.tokenAudiences) : undefined
  const authentication = new Authentication({
    nearby: config.loopback ? (config.home.kind === 'in-cluster' ? 'port-forward' : 'local') : undefined,
    tokens: review === undefined ? undefined : new Tokens(review, time),
    ways: [
      ...(config.trustedProxies.length > 0 ? [new Proxies()] : []),
      ...(signIn === undefined ? [] : [signIn.sessions]),
    ],
  })
  const { readGroups: reads, writeGroups: writes, auditGroups: audit } = config
  const { authorization } = config
  const sharedIdentities = [contexts.default, ...config.sharedIdentities]
  const permission = new Permission({ authorization, sharedIdentities, reads, writes, audit })
  metrics.auditedBy(trail)
  watches.reportedBy(() => contexts.report())
  const hosts = new Hosts(config.allowedHosts)
  const listener = createApi({
    ...config,
    hosts,
    origins: new Origins(config.allowedOrigins),
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
  const pulse = new Pulse()
  const connections = new Connections()
  const plain = limitedServer(listener, connections)
  const apis: (PlainServer | SecureServer)[] = [plain]
  let tls: TlsServer | undefined
  const operations = limitedServer(
    operationsListener(metrics, lifecycle, pulse, () => contexts.report(), hosts),
  )
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
      metrics.encryptedBy(tls)
      apis.push(tls.server)
    }
    // Beside TLS the plain port is for kubectl port-forward, which comes by loopback: no token travels in the clear.
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
    lifecycle.leaving()
    await pause(config.shutdownDelayMs)
    lifecycle.draining()
    const closed = Promise.all(apis.map((server) => new Promise((resolve) => server.close(resolve))))
    hub.close()
    streams.cut()
    // A kept connection ends once what it was kept for is answered. Not at once: node:http takes one for idle whose last
    // bytes wait to be encrypted, and would cut the goodbye of a stream.
    const idle = setInterval(() => {
      for (const server of apis) server.closeIdleConnections()
    }, IDLE_LOOK_MS)
    // What is not closed by then keeps the process; the clock alone does not.
    await Promise.race([closed, pause(config.shutdownGraceMs, undefined, { ref: false })])
    clearInterval(idle)
    await release()
  }
}

/** TLS of our own, where there are files for it. Rejects with TlsError where they do not fit. */
async function openTls(
  { tlsCertificateFile: certificate, tlsKeyFile: key, tlsClientCaFile: clientCa, trustedProxies }: Config,
  serving: Omit<TlsServerOptions, 'files' | 'trustedProxies'>,
): Promise<TlsServer | undefined> {
  if (certificate === undefined || key === undefined) return undefined
  return TlsServer.open({ files: { certificate, key, clientCa }, trustedProxies, ...serving })
}

/** The library for sign-in is large: it is loaded where people sign in. */
async function openedSignIn(settings: SignInSettings, log: Log, clock: () => number): Promise<SignIn> {
  const { openSignIn } = await import('./auth/sign-in.ts')
  return openSignIn(settings, { log, clock })
}
