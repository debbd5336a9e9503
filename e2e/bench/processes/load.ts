import { answering } from '../measure/answering.ts'
import { type Moment, now as onTheClock } from '../measure/moments.ts'
import type { Failure, OpenLoad, OpenResult } from '../measure/open-loop.ts'
import { percentile } from '../measure/statistics.ts'
import { getRequest, Wire } from '../measure/wire.ts'

/** Nearer than this to the next request nothing is slept, for timers wake up a millisecond late. */
const SPIN_MS = 2
/** Connections beyond which waiting is the server's doing. */
const GIVE_UP_MS = 30_000

answering({ openLoop })

/**
 * Sends requests at the times they are meant to be sent, whatever became of those before. What an answer took is counted
 * from the time its request was meant to be sent: waiting for a connection because the server was slow is part of it.
 */
async function openLoop(load: OpenLoad): Promise<OpenResult> {
  const { urls, headers, perSecond, seconds, connections } = load
  const spin = load.yielding === true ? 0 : SPIN_MS
  const requests = urls.map((url) => getRequest(new URL(url), headers))
  const total = Math.max(1, Math.round(perSecond * seconds))
  const interval = 1000 / perSecond
  const latencies: number[] = []
  const reads: Moment[] = []
  const late: number[] = []
  const idle: number[] = []
  /** When a request was meant to be sent, of connections whose answer is awaited. */
  const meant = new Map<number, number>()
  const freed: number[] = []
  const failures: Failure[] = []
  let ended = 0
  let next = 0
  let over = false
  const done = Promise.withResolvers<undefined>()
  const wires = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      Wire.open(new URL(urls[0] ?? ''), { answered: (status) => answered(index, status) }),
    ),
  )
  const begin = performance.now() + 5
  const clock = onTheClock() - performance.now()
  for (const index of wires.keys()) idle.push(index)
  const deadline = setTimeout(end, seconds * 1000 + GIVE_UP_MS)
  tick()
  await done.promise
  clearTimeout(deadline)
  for (const wire of wires) wire.close()
  return {
    sent: next,
    failed: failures.length + (next - ended),
    failures,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    p999: percentile(latencies, 0.999),
    max: percentile(latencies, 1),
    late99: percentile(late, 0.99),
    reads,
  }

  function end(): void {
    over = true
    done.resolve(undefined)
  }

  function answered(index: number, status: number): void {
    const due = meant.get(index)
    if (due === undefined) {
      // Nobody asked: a server closes a connection that is not used, and may say so first.
      const at = idle.indexOf(index)
      if (at >= 0) idle.splice(at, 1)
      return
    }
    meant.delete(index)
    const came = performance.now()
    latencies.push(came - due)
    if (load.each === true) reads.push([clock + due, clock + came])
    if (status < 200 || status >= 400) failures.push({ status, second: (came - begin) / 1000 })
    ended++
    if (ended === total || status === 0) end()
    freed[index] = came
    idle.push(index)
    sendDue()
  }

  function sendDue(): void {
    if (over) return
    while (next < total && idle.length > 0) {
      const due = begin + next * interval
      const now = performance.now()
      if (due > now) return
      // In turn: one that never asked anything would be closed by the server in the middle of it.
      const index = idle.shift() ?? 0
      // A timer that woke up late while a connection was free is this process's doing, not the server's.
      meant.set(index, spin === 0 && (freed[index] ?? 0) <= due ? now : due)
      late.push(now - due)
      wires[index]?.send(requests[next % requests.length] ?? '')
      next++
    }
  }

  function tick(): void {
    sendDue()
    if (over || next >= total) return
    const wait = begin + next * interval - performance.now()
    // Without an idle connection the next answer sends; looking again and again would only keep it from being read.
    if (idle.length === 0 || wait > spin || spin === 0)
      setTimeout(tick, idle.length === 0 ? 1 : Math.max(0, wait - spin))
    else setImmediate(tick)
  }
}
