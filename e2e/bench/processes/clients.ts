import { answering } from '../measure/answering.ts'
import { between, mark } from '../measure/marker.ts'
import { SseReader } from '../measure/sse.ts'
import { percentile } from '../measure/statistics.ts'

const COUNTED = /"restartCount":(\d+)/g

answering({ open, stall, begin, collect, close })

export interface Collected {
  p99: number
  timed: number
  /** Bytes received by the client with the fewest, and by the client with the most. */
  least: number
  most: number
}

let clients: SseReader[] = []
let stalled = 0
let latencies: number[] = []
let offsets: number[] = []

/** Opens event streams; clients that are not timed cost less. */
async function open({ url, times, timed }: { url: string; times: number; timed: boolean }): Promise<void> {
  for (let index = 0; index < times; index++)
    clients.push(await SseReader.open(new URL(url), timed ? noted : ignored))
}

/** Stalls the last clients: they stop reading. */
function stall({ times }: { times: number }): void {
  stalled = times
  for (const client of clients.slice(clients.length - times)) client.stall()
}

/** Resets the measurements. */
function begin(): void {
  latencies = []
  offsets = clients.map(({ bytes }) => bytes)
}

function collect(): Collected {
  const got = clients
    .map(({ bytes }, index) => bytes - (offsets[index] ?? 0))
    .slice(0, clients.length - stalled)
  return {
    p99: percentile(latencies, 0.99),
    timed: latencies.length,
    least: Math.min(...got),
    most: Math.max(...got),
  }
}

function close(): void {
  for (const client of clients) client.close()
  clients = []
  stalled = 0
}

function noted(chunk: Buffer): void {
  const now = mark()
  for (const [, digits] of chunk.toString('latin1').matchAll(COUNTED)) {
    const taken = between(Number(digits), now)
    // Containers without a mark have a small restartCount, which reads as a mark of long ago.
    if (taken >= 0 && taken < 60_000) latencies.push(taken)
  }
}

function ignored(): void {
  // The reader counts the bytes; nothing else is measured here.
}
