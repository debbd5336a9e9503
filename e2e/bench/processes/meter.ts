import { readlinkSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { answering } from '../measure/answering.ts'
import { type Moment, now } from '../measure/moments.ts'

const EVERY_MS = 0.5
/** A timer on an available core is never later than this. */
const LATE_MS = 0.4
/** The capacity for intervals; a measurement has fewer seconds. */
const ROOM = 10_000

/**
 * Indexes of the shared counters: the number of intervals, the id of the watching thread, and a value to wait
 * on that is never signalled. The fourth counter aligns the times.
 */
const [FOUND, THREAD, NEVER] = [0, 1, 2]
const COUNTERS = 4
const TIMES_AT = COUNTERS * Int32Array.BYTES_PER_ELEMENT

if (isMainThread) serve()
else look(workerData as SharedArrayBuffer)

/**
 * Responds to requests while another thread watches the core: a thread that waits for messages cannot wake up
 * every half millisecond.
 */
function serve(): void {
  const shared = new SharedArrayBuffer(TIMES_AT + 2 * ROOM * Float64Array.BYTES_PER_ELEMENT)
  const { counters, times } = viewsOf(shared)
  const looks = Atomics.waitAsync(counters, THREAD, 0).value
  new Worker(import.meta.filename, { workerData: shared }).unref()
  answering({
    looks: async () => {
      await looks
      return String(Atomics.load(counters, THREAD))
    },
    start: () => void Atomics.store(counters, FOUND, 0),
    stop: () =>
      Array.from({ length: Atomics.load(counters, FOUND) }, (_, at): Moment => [
        times[2 * at] ?? 0,
        times[2 * at + 1] ?? 0,
      ]),
  })
}

function look(shared: SharedArrayBuffer): void {
  const { counters, times } = viewsOf(shared)
  // The kernel's name of this thread, `PID/task/TID`.
  Atomics.store(counters, THREAD, Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
  Atomics.notify(counters, THREAD)
  for (let last = now(); ;) {
    Atomics.wait(counters, NEVER, 0, EVERY_MS)
    const looked = now()
    const at = Atomics.load(counters, FOUND)
    if (looked - last > EVERY_MS + LATE_MS && at < ROOM) {
      times.set([last, looked], 2 * at)
      Atomics.store(counters, FOUND, at + 1)
    }
    last = looked
  }
}

function viewsOf(shared: SharedArrayBuffer): { counters: Int32Array; times: Float64Array } {
  return { counters: new Int32Array(shared, 0, COUNTERS), times: new Float64Array(shared, TIMES_AT) }
}
