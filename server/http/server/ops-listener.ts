import type { RequestListener, ServerResponse } from 'node:http'
import { background } from '../../core/background.ts'
import { HOST_NOT_ALLOWED, hasSeveralHosts, type AllowedHosts } from '../allowed-hosts.ts'
import type { CacheReport } from '../../telemetry/watch-metrics.ts'

const TICK_MS = 1000
/** An event loop that is blocked for this long serves no requests. */
const STUCK_MS = 10_000

/** Event-loop monitor: a timer ticks once a second, and a check compares the time of the last tick. */
export class EventLoopMonitor {
  readonly #timer: NodeJS.Timeout
  #last = performance.now()

  constructor() {
    this.#timer = setInterval(() => (this.#last = performance.now()), TICK_MS).unref()
  }

  get responsive(): boolean {
    return performance.now() - this.#last < STUCK_MS
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** The Prometheus exposition. */
interface Exposition {
  readonly contentType: string
  text(): Promise<string>
}

/** Readiness and phase of the process. */
interface Readiness {
  readonly ready: boolean
  readonly phase: string
}

/**
 * Listener for kubelet and Prometheus: `/metrics`, `/healthz` (the event loop is responsive) and `/readyz`
 * (listening, configured and not shutting down; the state of the watches is in the body only). None of them
 * depends on an API server, so an unreachable cluster does not take the Pod out of its Service. Requests have
 * to address the Pod's IP or a name of the Service: a page that uses DNS rebinding sends its own name, and is
 * rejected.
 */
export function opsListener(
  metrics: Exposition,
  lifecycle: Readiness,
  eventLoop: EventLoopMonitor,
  watches: () => readonly Pick<CacheReport, 'context' | 'resource' | 'scope' | 'state'>[],
  hosts: AllowedHosts,
): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0]
    if (request.headers.host === undefined && request.httpVersionMinor !== 0)
      plain(response, 400, 'the Host header must be sent\n')
    else if (hasSeveralHosts(request.rawHeaders)) plain(response, 400, 'the Host header must be sent once\n')
    else if (!hosts.allows(request.headers.host)) plain(response, 421, `${HOST_NOT_ALLOWED}\n`)
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      plain(response, 405, 'only GET is supported\n')
    else if (path === '/healthz')
      report(response, eventLoop.responsive, { status: eventLoop.responsive ? 'ok' : 'stuck' })
    else if (path === '/readyz')
      report(response, lifecycle.ready, {
        status: lifecycle.ready ? 'ready' : 'not ready',
        phase: lifecycle.phase,
        reflectors: watches().map(({ context, resource, scope, state }) => ({
          context,
          resource,
          ...(scope === '' ? {} : { namespace: scope }),
          state,
        })),
      })
    else if (path === '/metrics')
      background(
        'the metrics',
        () => exposition(response, metrics),
        () => response.destroy(),
      )
    else plain(response, 404, 'available paths: /metrics, /healthz, /readyz\n')
  }
}

async function exposition(response: ServerResponse, metrics: Exposition): Promise<void> {
  try {
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  } catch {
    plain(response, 500, 'the metrics could not be collected\n')
  }
}

function report(response: ServerResponse, good: boolean, body: Record<string, unknown>): void {
  response.writeHead(good ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(`${JSON.stringify(body)}\n`)
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}
