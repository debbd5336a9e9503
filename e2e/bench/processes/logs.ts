import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { answering } from '../measure/answering.ts'
import { SseReader } from '../measure/sse.ts'
import { median } from '../measure/statistics.ts'
import type { Access } from '../cluster.ts'

answering({ firstByte, throughput, follow, leave })

/** A log request: to the service, or to the API server with its credentials. */
export interface LogTask {
  url: string
  tls: Access['tls']
  headers: Access['headers']
}

let followers: SseReader[] = []

/**
 * Returns the milliseconds to the first byte of a log's tail on a keep-alive connection, as the median of
 * many requests.
 */
async function firstByte({ url, tls, headers, times }: LogTask & { times: number }): Promise<number> {
  const agent = new Agent({ allowH2: false, connections: 1, connect: { ...tls } })
  const { origin, pathname, search } = new URL(url)
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const began = performance.now()
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers,
    })
    let first: number | undefined
    for await (const _chunk of body) first ??= performance.now()
    if (statusCode !== 200 || first === undefined) throw new Error(`a log of nothing: ${statusCode}`)
    taken.push(first - began)
  }
  await agent.destroy()
  return median(taken.slice(1))
}

/** Returns the MiB per second that one follower receives of a log that always has more data. */
async function throughput({ url, tls, headers, seconds }: LogTask & { seconds: number }): Promise<number> {
  const agent = new Agent({ allowH2: false, connect: { ...tls }, bodyTimeout: 0 })
  const { origin, pathname, search } = new URL(url)
  const { body } = await agent.request({ origin, path: pathname + search, method: 'GET', headers })
  const began = performance.now()
  let bytes = 0
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length
    if (performance.now() - began > seconds * 1000) break
  }
  const taken = (performance.now() - began) / 1000
  await agent.destroy()
  return bytes / taken / 2 ** 20
}

/** Opens followers; resolves when each has received something. */
async function follow({ url, times }: LogTask & { times: number }): Promise<void> {
  for (let index = 0; index < times; index++)
    followers.push(await SseReader.open(new URL(url), () => undefined))
  await pause(2000)
}

function leave(): number {
  const alive = followers.filter(({ bytes }) => bytes > 0).length
  for (const one of followers) one.close()
  followers = []
  return alive
}
