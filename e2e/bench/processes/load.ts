import { answering } from '../measure/answering.ts'
import { type Moment, now as onTheClock } from '../measure/moments.ts'
import type { Failure, OpenLoad, OpenResult } from '../measure/open-loop.ts'
import { percentile } from '../measure/statistics.ts'
import { getRequest, Wire } from '../measure/wire.ts'

/** Timers wake up a millisecond late, so the loop does not sleep if the next request is closer than this. */
const SPIN_MS = 2
/** Milliseconds after which requests without a response are given up. */
const GIVE_UP_MS = 30_000

answering({ openLoop })

/**
 * Sends requests at planned times, whatever the state of earlier requests. Latency is counted from the
 * planned time, so waiting for a connection because the server is slow is part of it.
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
  /** The planned time of each connection's open request. */
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
      // Not in response to a request: a server closes idle connections, and may send a response first.
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
      // Connections take turns, because the server would close one that is never used during the measurement.
      const index = idle.shift() ?? 0
      // If a connection was free, a late timer is this process's delay, not the server's.
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
    // If no connection is idle, the next response sends the request. Polling would only delay reading it.
    if (idle.length === 0 || wait > spin || spin === 0)
      setTimeout(tick, idle.length === 0 ? 1 : Math.max(0, wait - spin))
    else setImmediate(tick)
  }
}
