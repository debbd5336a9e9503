import type { Writable } from 'node:stream'
import { createApi } from './app.ts'
import type { Trail } from './audit/trail.ts'
import { Authentication } from './auth/authentication.ts'
import { Permission } from './auth/permission.ts'
import { Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { AccessLog } from './http/access-log.ts'
import { Lifecycle, OpenStreams } from './http/drain.ts'
import type { Log } from './http/log.ts'
import { Metrics } from './http/metrics.ts'
import { operationsListener, Pulse } from './http/operations.ts'
import { limitedServer, listen } from './http/server.ts'
import { resourceOf, type CallObserver } from './kube/call.ts'
import { Contexts } from './kube/contexts.ts'
import { Turns, type Time } from './kube/time.ts'
import type { EventObserver } from './kube/restart-events.ts'
import type { WatchObserver } from './kube/watches.ts'
import { Hub } from './live/hub.ts'
import { itemViews } from './live/rows.ts'
import type { HomeContexts } from './home.ts'
import { packageVersion } from './version.ts'

/** A running service. */
export interface Service {
  port: number
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
  const streams = new OpenStreams()
  const lifecycle = new Lifecycle()
  const metrics = new Metrics(version, streams)
  const accessLog = new AccessLog(dependencies.output, config.accessLog ? config.logFormat : 'off')
  const { watches } = metrics
  const observer: CallObserver & WatchObserver & EventObserver = {
    observe: (context, call, code) =>
      metrics.countCall({ context, verb: call.verb, resource: resourceOf(call), code }),
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
  const contexts = new Contexts(home.contexts, home.default, {
    observer,
    userAgent,
    time,
    turns: new Turns(),
    views: itemViews,
  })
  const review = config.tokenAudiences.length > 0 ? contexts.tokenReview(config.tokenAudiences) : undefined
  const authentication = new Authentication({
    nearby: config.loopback ? (config.home.kind === 'in-cluster' ? 'port-forward' : 'local') : undefined,
    tokens: review === undefined ? undefined : new Tokens(review, time),
    ways: [],
  })
  const { readGroups: reads, writeGroups: writes, auditGroups: audit } = config
  const permission = new Permission({ reads, writes, audit })
  metrics.auditedBy(trail)
  watches.reportedBy(() => contexts.report())
  const hub = new Hub({ time, clock, observer: metrics.streams })
  const listener = createApi({
    ...config,
    contexts,
    hub,
    log,
    accessLog,
    metrics,
    lifecycle,
    streams,
    version,
    clock,
    after: (milliseconds, run) => time.after(milliseconds, run),
    authentication,
    permission,
    trail,
  })
  const pulse = new Pulse()
  const api = limitedServer(listener)
  const operations = limitedServer(operationsListener(metrics, lifecycle, pulse, () => contexts.report()))
  const release = async (): Promise<void> => {
    pulse.stop()
    accessLog.flush()
    api.closeAllConnections()
    operations.closeAllConnections()
    api.close()
    operations.close()
    hub.close()
    await contexts.close()
    await home.close()
    await trail.close()
  }
  try {
    const port = await listen(api, config.port, config.host)
    const metricsPort = await listen(operations, config.metricsPort, config.metricsHost)
    lifecycle.serving()
    if (config.cache) contexts.prewarm()
    return { port, metricsPort, contexts: contexts.names, stop }
  } catch (error) {
    await release()
    throw error
  }

  async function stop(): Promise<void> {
    lifecycle.leaving()
    await pause(config.shutdownDelayMs)
    lifecycle.draining()
    const closed = new Promise((resolve) => api.close(resolve))
    hub.close()
    streams.cut()
    api.closeIdleConnections()
    await Promise.race([closed, pause(config.shutdownGraceMs)])
    await release()
  }
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
