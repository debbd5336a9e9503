import { background } from '../../../core/background.ts'
import { pause, type Clock } from '../../../core/clock.ts'
import type { Message } from '../messages/message.ts'
import type { SendResult } from './send-message.ts'

/** Messages that wait in one channel. */
export const MAX_QUEUE = 100
/** Waits before the second to sixth attempt, of which up to a quarter more is random. */
const WAITS_MS = [1000, 5000, 25_000, 120_000, 600_000]
const JITTER = 0.25

/** A message that waits for delivery. */
export interface QueuedMessage {
  readonly message: Message
  /** Attempts so far. */
  readonly attempt: number
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly dueAt: number
}

/** Outcomes of an attempt as people see them. */
export const outcomes = ['delivered', 'retry', 'failed', 'dropped'] as const

/** One attempt to deliver a message, or a message that was dropped. */
export interface Delivery {
  readonly id: string
  readonly channel: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly attempt: number
  readonly outcome: (typeof outcomes)[number]
  readonly status?: number
  readonly error?: string
}

export interface OutboxOptions {
  readonly channel: string
  /** Least time between two attempts, in milliseconds. */
  readonly paceMs: number
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Sends a message once; never rejects. */
  readonly send: (message: Message, signal: AbortSignal) => Promise<SendResult>
  /** Whether this process may send now: another one may have taken over. */
  readonly maySend: () => boolean
  readonly onDelivery: (delivery: Delivery) => void
  /** The channel is gone for good. */
  readonly onBroken: () => void
  /** Stores the queue after an attempt; a message that is not stored as delivered is sent again after a crash. */
  readonly store: () => Promise<void>
}

/**
 * The messages of one channel, in their order and one at a time, with retries. Each is delivered at least once, or given up visibly.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #stopped = new AbortController()
  #queue: readonly QueuedMessage[]
  #running = false
  #nextAt = -Infinity

  constructor(options: OutboxOptions, queue: readonly QueuedMessage[] = []) {
    this.#options = options
    this.#queue = queue
  }

  get queue(): readonly QueuedMessage[] {
    return this.#queue
  }

  /** Adds messages, except those that wait already. Above the limit the oldest is dropped. `run` sends them. */
  add(messages: readonly Message[]): void {
    const now = this.#options.clock()
    for (const message of messages) {
      if (this.#queue.some((queued) => queued.message.id === message.id)) continue
      this.#queue = [...this.#queue, { message, attempt: 0, dueAt: now }]
    }
    for (const dropped of this.#queue.slice(0, Math.max(0, this.#queue.length - MAX_QUEUE)))
      this.#drop(dropped, `more than ${MAX_QUEUE} messages wait`)
  }

  /** Sends what is due from now on, until the queue is empty. */
  run(): void {
    if (this.#running || this.#stopped.signal.aborted) return
    this.#running = true
    background(
      'delivery of notifications',
      async () => this.#deliver(this.#stopped.signal),
      () => (this.#running = false),
    )
  }

  /** Ends without a further attempt; the queue stays as it is. */
  stop(): void {
    this.#stopped.abort()
  }

  /** Drops every message. */
  clear(reason: string): void {
    for (const queued of this.#queue) this.#drop(queued, reason)
  }

  async #deliver(signal: AbortSignal): Promise<void> {
    const { time, clock, maySend, store } = this.#options
    for (;;) {
      const [next] = this.#queue
      if (next === undefined || !maySend()) break
      const wait = Math.max(next.dueAt - clock(), this.#nextAt - time.now())
      if (wait > 0) {
        await pause(time, wait, signal)
        if (signal.aborted) return
        continue
      }
      const result = await this.#options.send(next.message, signal)
      if (signal.aborted) return
      this.#nextAt = time.now() + this.#options.paceMs
      this.#settle(next, result)
      await store()
    }
    this.#running = false
  }

  #settle({ message, attempt: before }: QueuedMessage, result: SendResult): void {
    const { onBroken, onDelivery, channel, clock } = this.#options
    const attempt = before + 1
    const wait = WAITS_MS[before]
    const isRetried = result.outcome === 'retry' && wait !== undefined
    if (isRetried) {
      const retry = { message, attempt, dueAt: clock() + this.#waitFor(wait, result.retryAfterMs) }
      this.#queue = this.#queue.map((queued) => (queued.message.id === message.id ? retry : queued))
    } else this.#queue = this.#queue.filter((queued) => queued.message.id !== message.id)
    const { outcome, status, error } = result
    onDelivery({
      id: message.id,
      channel,
      at: clock(),
      attempt,
      outcome: publicOutcome(outcome, isRetried),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    })
    if (outcome !== 'broken') return
    onBroken()
    this.clear('the receiver is gone')
  }

  #waitFor(wait: number, retryAfterMs: number | undefined): number {
    return retryAfterMs ?? wait * (1 + JITTER * this.#options.time.random())
  }

  #drop({ message: { id }, attempt }: QueuedMessage, error: string): void {
    const { channel, clock, onDelivery } = this.#options
    this.#queue = this.#queue.filter((queued) => queued.message.id !== id)
    onDelivery({ id, channel, at: clock(), attempt, outcome: 'dropped', error })
  }
}

function publicOutcome(outcome: SendResult['outcome'], isRetried: boolean): Delivery['outcome'] {
  if (outcome === 'delivered') return outcome
  return isRetried ? 'retry' : 'failed'
}
