import type { ServerResponse } from 'node:http'
import type { Proxy, Rule } from './proxy.ts'
import type { Random } from './random.ts'

/** A way to trouble the service: what happens, and how much longer than usual it may take to notice. */
export interface Fault {
  name: string
  inject: () => Promise<void> | void
  /** How often in one run, for what is slow to mend. */
  most?: number
  /** Only in the second half of a run, for what the service remembers. */
  late?: boolean
  /** Milliseconds of the service's time. */
  noticedWithinMs?: number
}

/** A watchdog gives a watch up after 90 s without a byte (faults.md F6). */
const SILENCE_MS = 95_000

/** After this the service lists by pages for ten minutes of its time (F25). */
export const PAGES = '410 on a page, where the state is not streamed'

/** Faults that happen on the way, whatever cluster is behind. */
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

/** The API server goes, comes back, and denies everything until it is ready (faults.md F1). */
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
