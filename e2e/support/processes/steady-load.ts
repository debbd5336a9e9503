import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'

/*
 * Simulates the callers of a cluster in one process: requests at a steady rate over keep-alive connections,
 * open event streams and a followed log. Prints the results as one line of JSON each second, and a last line
 * when its standard input ends. It also runs in a Pod that contains this source file only, so it imports
 * nothing of the project.
 */
export interface Plan {
  base: string
  /** Path of the file with the bearer token. */
  token: string
  paths: string[]
  rate: number
  connections: number
  streams: number
  streamPath: string
  followPath: string
}

interface LoadReport {
  type?: 'ADDED' | 'MODIFIED' | 'DELETED'
  kinds?: string[]
  object?: { name: string; namespace?: string }
}

const STEP_MS = 10
const LATE_MS = 15_000

const plan = JSON.parse(process.argv.at(-1) ?? '') as Plan
const headers = { authorization: `Bearer ${readFileSync(plan.token, 'utf8').trim()}` }

/** Sends requests over keep-alive connections. */
class Requests {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: plan.connections, scheduling: 'fifo' })
  readonly #took: number[] = []
  readonly failed: Record<string, number> = {}
  readonly #since = performance.now()
  #sent = 0
  #under = 0
  readonly #timer = setInterval(() => this.#step(), STEP_MS)

  stop(): void {
    clearInterval(this.#timer)
  }

  report() {
    const seconds = (performance.now() - this.#since) / 1000
    const sorted = this.#took.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    const [p50, p99, slowest] = [at(0.5), at(0.99), at(1)]
    return {
      answered: this.#took.length,
      under: this.#under,
      rate: Math.round(this.#took.length / seconds),
      p50,
      p99,
      slowest,
      failed: this.failed,
    }
  }

  #step(): void {
    const due = Math.floor(((performance.now() - this.#since) * plan.rate) / 1000)
    for (; this.#sent < due; this.#sent++)
      // Requests that the machine cannot send in time are dropped. Sent later, they would be a burst that is
      // not part of the plan.
      if (this.#under < 4 * plan.connections) this.#ask(plan.paths[this.#sent % plan.paths.length] ?? '')
  }

  #ask(path: string): void {
    this.#under++
    const since = performance.now()
    const over = (failure?: string): void => {
      this.#under--
      if (failure === undefined) this.#took.push(performance.now() - since)
      else this.failed[failure] = (this.failed[failure] ?? 0) + 1
    }
    let began = false
    const request = get(plan.base + path, { agent: this.#agent, headers, timeout: LATE_MS }, (response) => {
      began = true
      response.resume()
      response.on('error', () => undefined)
      response.on('close', () => {
        const whole = response.complete && response.statusCode === 200
        over(whole ? undefined : `${path}: ${response.complete ? response.statusCode : 'cut'}`)
      })
    })
    request.on('timeout', () => request.destroy(new Error('late')))
    request.on('error', (error) => {
      if (!began) over(`${path}: ${error.message}`)
    })
  }
}

/** One event stream; reconnects with the last event id whenever it ends. */
class Stream {
  readonly #there = new Set<string>()
  #lastId: string | undefined
  #farewell = false
  synced = false
  byes = 0
  resyncs = 0
  readonly troubles: string[] = []

  open(): void {
    const again = this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId }
    const options = { agent: false, headers: { ...headers, ...again } }
    get(plan.base + plan.streamPath, options, (response) => this.#follow(response)).on('error', (error) => {
      this.troubles.push(error.message)
      setTimeout(() => this.open(), 100)
    })
  }

  get state(): string {
    return [...this.#there].toSorted().join(' ')
  }

  #follow(response: IncomingMessage): void {
    this.#farewell = false
    let rest = ''
    if (response.statusCode !== 200) this.troubles.push(`opened with ${response.statusCode}`)
    response.setEncoding('utf8')
    response.on('error', () => undefined)
    response.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    })
    response.on('close', () => {
      if (!this.#farewell) this.troubles.push('ended without a bye')
      setImmediate(() => this.open())
    })
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    this.#lastId = field('id') ?? this.#lastId
    const event = field('event')
    if (event === 'synced') this.synced = true
    if (event === 'bye') {
      this.byes++
      this.#farewell = true
    }
    const { type, kinds = [], object } = JSON.parse(field('data') ?? '{}') as LoadReport
    if (event === 'resync') {
      this.resyncs++
      for (const key of this.#there) if (kinds.includes(`${key.split(' ')[0]}s`)) this.#there.delete(key)
    }
    if (type === undefined || object === undefined) return
    const key = `${event} ${object.namespace ?? ''}/${object.name}`.replaceAll(' /', ' ')
    if (this.#there.has(key) === (type === 'ADDED')) this.troubles.push(`${type} ${key} fits nothing`)
    if (type === 'DELETED') this.#there.delete(key)
    else this.#there.add(key)
  }
}

/** The outcome of each followed log, which is opened again each time it ends. */
const follows: string[] = []

function follow(): void {
  get(plan.base + plan.followPath, { agent: false, headers }, (response) => {
    response.resume()
    response.on('error', () => undefined)
    response.on('close', () => {
      follows.push(
        response.statusCode === 200 ? (response.complete ? 'end' : 'cut') : String(response.statusCode),
      )
      setTimeout(follow, 200)
    })
  }).on('error', (error) => {
    follows.push(error.message)
    setTimeout(follow, 200)
  })
}

const requests = new Requests()
const streams = Array.from({ length: plan.streams }, () => new Stream())
for (const stream of streams) stream.open()
follow()

function report(last: boolean): void {
  const sum = (of: (stream: Stream) => number) => streams.reduce((total, one) => total + of(one), 0)
  const line = {
    last,
    requests: requests.report(),
    streams: {
      synced: sum(({ synced }) => (synced ? 1 : 0)),
      byes: sum(({ byes }) => byes),
      leastByes: Math.min(...streams.map(({ byes }) => byes)),
      resyncs: sum(({ resyncs }) => resyncs),
      troubles: [...new Set(streams.flatMap(({ troubles }) => troubles))].slice(0, 20),
      states: [...new Set(streams.map(({ state }) => state))].slice(0, 3),
    },
    follows,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`, () => {
    if (last) process.exit()
  })
}

const second = setInterval(() => report(false), 1000)
process.stdin.resume().on('end', () => {
  clearInterval(second)
  requests.stop()
  const quiet = setInterval(() => {
    if (requests.report().under > 0) return
    clearInterval(quiet)
    report(true)
  }, STEP_MS)
})
