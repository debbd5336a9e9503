import { Agent } from 'undici'
import type { Access } from '../cluster.ts'
import { answering } from '../measure/answering.ts'
import { mark, type Sighting } from '../measure/marker.ts'
import { SseReader } from '../measure/sse.ts'
import { getRequest, Wire } from '../measure/wire.ts'

const POLL_MS = 2
const COUNTED = /"restartCount":(\d+)/g

/**
 * The two ways to observe one Pod: the API server's own watch (L6), and the service's stream or, without one,
 * the Pod's detail.
 */
export interface Observation {
  access: Access
  watch: string
  detail: string
  stream: string | undefined
}

export interface Sightings {
  raw: Sighting[]
  ours: Sighting[]
}

let seen: Sightings = { raw: [], ours: [] }
let stop: (() => void)[] = []

answering({
  start: async (observation: Observation) => {
    seen = { raw: [], ours: [] }
    stop = [await watchRaw(observation), await watchService(observation)]
  },
  stop: () => {
    for (const one of stop.splice(0)) one()
    return seen
  },
})

/** L6: records each event of a raw watch when its bytes arrive. */
async function watchRaw({ access, watch }: Observation): Promise<() => void> {
  const agent = new Agent({ allowH2: false, connect: { ...access.tls }, bodyTimeout: 0 })
  const { origin } = new URL(access.url)
  const answer = await agent.request({ origin, path: watch, method: 'GET', headers: access.headers })
  answer.body.on('data', sighted(seen.raw))
  answer.body.on('error', () => undefined)
  return () => void agent.destroy()
}

async function watchService({ stream, detail }: Observation): Promise<() => void> {
  if (stream !== undefined) {
    const reader = await SseReader.open(new URL(stream), sighted(seen.ours))
    return () => reader.close()
  }
  const url = new URL(detail)
  const request = getRequest(url)
  let timer: NodeJS.Timeout | undefined
  // A response contains one mark; the rest of the body is not used.
  const wire: Wire = await Wire.open(url, {
    answered: () => (timer = setTimeout(() => wire.send(request), POLL_MS)),
    taken: sighted(seen.ours),
  })
  wire.send(request)
  return () => {
    clearTimeout(timer)
    wire.close()
  }
}

/**
 * Records every mark in the received bytes with the time. A mark that is split between two chunks reads as a
 * smaller number, which is ignored.
 */
function sighted(into: Sighting[]): (chunk: Buffer) => void {
  let newest = 0
  return (chunk) => {
    const now = mark()
    for (const [, found] of chunk.toString('latin1').matchAll(COUNTED)) {
      const marked = Number(found)
      if (marked <= newest || marked > now) continue
      newest = marked
      into.push([marked, now])
    }
  }
}
