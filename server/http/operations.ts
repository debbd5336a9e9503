import type { RequestListener, ServerResponse } from 'node:http'
import { NO_HOST_OF_OURS, type Hosts } from './hosts.ts'
import type { WatchStanding } from './watch-metrics.ts'

const TICK_MS = 1000
/** An event loop that did not turn for this long serves nobody. */
const STUCK_MS = 10_000

/** Whether the event loop turns: a tick a second, looked at by whoever asks. */
export class Pulse {
  readonly #timer: NodeJS.Timeout
  #last = performance.now()

  constructor() {
    this.#timer = setInterval(() => (this.#last = performance.now()), TICK_MS).unref()
  }

  get alive(): boolean {
    return performance.now() - this.#last < STUCK_MS
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** What Prometheus reads. */
interface Exposition {
  readonly contentType: string
  text(): Promise<string>
}

/** Where a process stands; in words, and whether it is to be asked. */
interface Standing {
  readonly ready: boolean
  readonly phase: string
}

/**
 * The port for kubelet and Prometheus: `/metrics`, `/healthz` (the event loop turns) and `/readyz` (listening, configured
 * and not on the way out; how the watches stand is in its body alone). Neither depends on an API server: an unreachable
 * cluster is an answer, not a reason to vanish. The kubelet and Prometheus come by the Pod's address or by a name of the
 * Service; a page whose name was made to point here (faults.md S5) comes by that name, and reads nothing.
 */
export function operationsListener(
  metrics: Exposition,
  lifecycle: Standing,
  pulse: Pulse,
  watches: () => readonly Pick<WatchStanding, 'context' | 'resource' | 'scope' | 'state'>[],
  hosts: Hosts,
): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0]
    if (!hosts.admits(request.headers.host)) plain(response, 421, `${NO_HOST_OF_OURS}\n`)
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      plain(response, 405, 'only GET is served here\n')
    else if (path === '/healthz') report(response, pulse.alive, { status: pulse.alive ? 'ok' : 'stuck' })
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
    else if (path === '/metrics') void exposition(response, metrics)
    else plain(response, 404, 'served here: /metrics, /healthz, /readyz\n')
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
