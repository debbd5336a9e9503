// Sends many requests to a service, in a process of its own, so that they do not delay the caller whose
// latency a test measures. The argument is an Attack as JSON; the parent receives an AttackReport four times a
// second, and the attack ends when its parent disconnects.
import { Agent, request } from 'node:http'

/** Requests of one kind; `{n}` in the path and in the values of the headers is replaced by the request's number. */
export interface Attack {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Connections that each send one request after the other. */
  readonly connections: number
  /** Number of requests; absent: until the parent disconnects, and each connection repeats its own. */
  readonly requests?: number
  /** Whether bodies are read; a connection whose body is not read stays open and sends nothing more. */
  readonly read: boolean
}

/** Progress of the attack: responses by status, connections that failed, and whether all requests are answered. */
export interface AttackReport {
  statuses: Record<string, number>
  /** Responses with status 503 and no Retry-After. */
  withoutRetry: number
  failed: number
  done: boolean
}

const attack = JSON.parse(process.argv[2] ?? '{}') as Attack
const report: AttackReport = { statuses: {}, withoutRetry: 0, failed: 0, done: false }
const agent = new Agent({ keepAlive: true, maxSockets: attack.connections })
let next = 0

function numbered(text: string, n: number): string {
  return text.replaceAll('{n}', String(n))
}

/** Sends one request; resolves when its body is read, after the time in Retry-After, or when the connection has failed. */
function send(n: number): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(attack.headers ?? {}).map(([name, value]) => [name, numbered(value, n)]),
  )
  return new Promise((resolve) => {
    const failed = (): void => {
      report.failed++
      resolve()
    }
    const options = { agent, port: attack.port, host: '127.0.0.1', path: numbered(attack.path, n), headers }
    request(options, (response) => {
      const status = String(response.statusCode)
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (status === '503' && response.headers['retry-after'] === undefined) report.withoutRetry++
      const wait = Number(response.headers['retry-after'] ?? 0) * 1000
      if (attack.read || status !== '200')
        response
          .on('error', failed)
          .on('end', () => setTimeout(resolve, wait))
          .resume()
      else response.pause().on('error', failed).on('close', failed)
    })
      .on('error', failed)
      .end()
  })
}

async function connection(index: number): Promise<void> {
  if (attack.requests === undefined) for (;;) await send(index)
  while (next < attack.requests) await send(next++)
}

setInterval(() => {
  if (process.connected) process.send?.(report, undefined, {}, () => undefined)
}, 250)
process.on('disconnect', () => process.exit())
await Promise.all(Array.from({ length: attack.connections }, (_, index) => connection(index)))
report.done = true
