import type { ServerResponse } from 'node:http'
import type { Proxy, Rule } from './proxy.ts'
import type { Random } from './random.ts'

/** A fault to inject, and the additional time that the service may take to notice it. */
export interface Fault {
  name: string
  inject: () => Promise<void> | void
  /** The maximum number of injections in one run, for faults that take long to recover from. */
  most?: number
  /** Injects the fault only in the second half of a run, because the service remembers it. */
  late?: boolean
  /** In milliseconds of the service's clock. */
  noticedWithinMs?: number
}

/** The watchdog closes a watch after 90 s without a byte. */
const SILENCE_MS = 95_000

/** After this fault the service lists with pagination, not by streaming, for ten minutes of its clock. */
export const PAGES = '410 on a page, where the state is not streamed'

/** Faults on the network between the service and any cluster. */
export function proxyFaults(proxy: Proxy, random: Random): Fault[] {
  const some = () => [...proxy.watches].filter(() => random.chance(0.6))
  const rule = (when: Rule['when'], times: number, answer: Rule['answer']) =>
    proxy.rules.add({ when, times, answer })
  const cutAll = (): void => {
    for (const watch of proxy.watches) watch.cut()
  }
  return [
    { name: 'cut', inject: () => some().forEach((watch) => watch.cut()) },
    { name: 'ended', inject: () => some().forEach((watch) => watch.end()) },
    {
      name: '410 as an answer',
      inject: () => {
        rule(({ watch, watchList }) => watch && !watchList, 1 + random.below(4), expired())
        cutAll()
      },
    },
    {
      name: '410 as an event',
      inject: () =>
        some().forEach((watch) => {
          watch.write(`${JSON.stringify({ type: 'ERROR', object: status(410, 'Expired', 'too old') })}\n`)
          watch.end()
        }),
    },
    {
      name: PAGES,
      inject: () => {
        rule(({ watchList }) => watchList, 5, refusal(422, 'Invalid', 'sendInitialEvents is forbidden'))
        rule(({ watch }) => watch, 5, expired())
        rule(({ list, url }) => list && url.includes('continue='), 1 + random.below(2), expired())
        cutAll()
      },
    },
    {
      name: '429',
      inject: () => {
        rule(
          ({ watch, list }) => watch || list,
          2 + random.below(4),
          refusal(429, 'TooManyRequests', 'slow', 1),
        )
        cutAll()
      },
    },
    {
      name: '500',
      inject: () => {
        rule(
          ({ watch, list }) => watch || list,
          1 + random.below(4),
          refusal(500, '', 'etcdserver: timed out'),
        )
        cutAll()
      },
    },
    {
      name: 'an API server that lags behind',
      inject: () => {
        rule(
          ({ watch }) => watch,
          1 + random.below(4),
          refusal(504, 'Timeout', 'Too large resource version', 1),
        )
        cutAll()
      },
    },
    { name: 'malformed', inject: () => some().forEach((watch) => watch.write(random.pick(MALFORMED))) },
    {
      name: 'silent',
      noticedWithinMs: SILENCE_MS,
      inject: () => {
        const [one, ...others] = [...proxy.watches]
        for (const watch of [one, ...others.filter(() => random.chance(0.3))]) watch?.silence()
      },
    },
    { name: 'away', inject: () => away(proxy, random, 300 + random.below(1500)) },
  ]
}

const MALFORMED = [
  '{"type":"ADD\n',
  '{"type":"MODIFIED","object":{"kind":"Secret","metadata":{"name":"a","resourceVersion":"1"}}}\n',
  '{"type":"RENAMED","object":{}}\n',
  'no JSON at all\n',
  '[]\n',
] as const

/** Makes the API server unavailable; when it returns, it denies everything until it is ready. */
async function away(proxy: Proxy, random: Random, milliseconds: number): Promise<void> {
  proxy.down = true
  await pause(milliseconds)
  const starting: Rule[] = [
    { when: ({ url }) => url.endsWith('/readyz'), times: Infinity, answer: refusal(500, '', 'starting') },
    { when: () => true, times: Infinity, answer: refusal(403, 'Forbidden', 'forbidden: RBAC: not found') },
  ]
  for (const one of starting) proxy.rules.add(one)
  proxy.down = false
  await pause(random.below(600))
  for (const one of starting) proxy.rules.delete(one)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

function expired(): Rule['answer'] {
  return refusal(410, 'Expired', 'too old resource version: 1 (1000)')
}

function refusal(code: number, reason: string, message: string, retryAfterSeconds?: number) {
  return (response: ServerResponse): void => {
    const after = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    response.writeHead(code, { 'content-type': 'application/json', ...after })
    response.end(JSON.stringify(status(code, reason, message)))
  }
}

function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code }
}
