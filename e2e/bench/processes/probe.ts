import { setTimeout as pause } from 'node:timers/promises'
import { answering } from '../measure/answering.ts'
import { between, mark } from '../measure/marker.ts'
import { percentile } from '../measure/statistics.ts'
import { getRequest, Wire } from '../measure/wire.ts'

const EVERY_MS = 2
const LOOK_MS = 20
const PATIENCE_MS = 180_000

answering({ follow })

/** The startup of a service, in milliseconds after the start of its process. */
export interface Startup {
  listening: number
  synced: number
  /** The latency of the smallest request, which shows for how long the event loop was blocked. */
  delayP99: number
  delayMax: number
}

/** Follows a service from its start: repeats the smallest request until every watch is synced. */
async function follow({
  operations,
  startedAt,
}: {
  operations: string
  startedAt: number
}): Promise<Startup> {
  const url = new URL(`${operations}/healthz`)
  const request = getRequest(url)
  const delays: number[] = []
  const end = performance.now() + PATIENCE_MS
  let answered: () => void = () => undefined
  let wire: Wire | undefined
  while (wire === undefined) {
    wire = await Wire.open(url, { answered: () => answered() }).catch(() => undefined)
    if (wire === undefined) await pause(EVERY_MS)
    if (performance.now() > end) throw new Error('the service does not listen')
  }
  const listening = between(startedAt, mark())
  const state = { whole: false }
  const looking = lookUntilWhole(operations, end).finally(() => (state.whole = true))
  let free = 0
  for (let due = performance.now(); !state.whole; due += EVERY_MS) {
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    const back = new Promise<void>((resolve) => (answered = resolve))
    // If the connection was free, a late timer is this process's delay; a response that has not arrived yet
    // is the service's.
    const from = free <= due ? performance.now() : due
    wire.send(request)
    await back
    free = performance.now()
    delays.push(free - from)
  }
  wire.close()
  const at = await looking
  return {
    listening,
    synced: between(startedAt, at),
    delayP99: percentile(delays, 0.99),
    delayMax: percentile(delays, 1),
  }
}

async function lookUntilWhole(operations: string, end: number): Promise<number> {
  for (;;) {
    const found = (await (await fetch(`${operations}/readyz`)).json()) as { reflectors: { state: string }[] }
    const states = found.reflectors.map(({ state }) => state)
    if (states.length >= 4 && states.every((state) => state === 'live')) return mark()
    if (performance.now() > end) throw new Error(`the watches are ${states.join(', ')}`)
    await pause(LOOK_MS)
  }
}
