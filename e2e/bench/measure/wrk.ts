import { output } from '../../cluster/environment/process.ts'

/** The core of the load; the service runs on core 0. */
export const LOAD_CORE = 1

export interface ClosedLoad {
  url: string
  headers?: Readonly<Record<string, string>>
  connections: number
  seconds: number
}

export interface Throughput {
  requests: number
  perSecond: number
}

/**
 * Sends as many requests as the server can process, with wrk: each connection sends its next request when it
 * has received a response.
 */
export async function closedLoop(load: ClosedLoad): Promise<Throughput> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const sizes = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '60s']
  return readWrk(await output('taskset', ['-c', String(LOAD_CORE), 'wrk', ...sizes, ...headers, load.url]))
}

/**
 * Parses wrk's output; throws an error if requests failed, because a server that rejects requests is fast.
 */
export function readWrk(text: string): Throughput {
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1]
  if (bad !== undefined) throw new Error(`${bad} answers were no 2xx or 3xx`)
  const [, connect = '0', read = '0', write = '0'] =
    /Socket errors: connect (\d+), read (\d+), write (\d+)/.exec(text) ?? []
  if (Number(connect) + Number(read) + Number(write) > 0)
    throw new Error(`connections failed: ${connect} to connect, ${read} to read, ${write} to write`)
  const found = /^\s*(\d+) requests in ([\d.]+)(ms|s|m),/m.exec(text)
  if (found === null) throw new Error(`wrk said nothing that is understood: ${text}`)
  const [, requests = '', length = '', unit = ''] = found
  const seconds = Number(length) * ({ ms: 0.001, s: 1, m: 60 }[unit] ?? 1)
  return { requests: Number(requests), perSecond: Number(requests) / seconds }
}
