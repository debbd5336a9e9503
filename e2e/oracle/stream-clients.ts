import { until } from '../support/until.ts'
import type { Outcome } from './outcome.ts'
import { projected } from './projection.ts'
import { SELECTORS, selectionKey, type Selections } from './questions.ts'
import type { Truth } from './quorum.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import { keyOf, resources, type Resource } from './resources.ts'
import { StreamClient, type FrameTamper, type Subscription } from './stream-client.ts'
import type { State } from './stream-history.ts'

const [SELECTOR] = SELECTORS
const SUBSCRIPTIONS: readonly Subscription[] = [
  { resources },
  { resources },
  { resources: ['pods', 'deployments', 'events'], namespace: 'oracle-a' },
  { resources: ['pods', 'nodes'], labelSelector: SELECTOR },
  { resources: ['pods'] },
]
/** The first stays connected throughout; the others leave so often, on average. */
const LEAVE_MS = 1500

/** The clients of the stream in one run, and what they must have been told. */
export class StreamClients {
  readonly #clients: readonly StreamClient[]
  readonly #recorders: readonly Recorder[]
  readonly #random: Random
  #gaps: number
  /** The oracle's own watch lost its place since the last rest. */
  #stepless = false
  #folds = 0
  #leaving: NodeJS.Timeout | undefined

  constructor(api: string, recorders: readonly Recorder[], random: Random, tamper: FrameTamper | undefined) {
    this.#clients = SUBSCRIPTIONS.map((subscription) => new StreamClient(api, subscription, tamper))
    this.#recorders = recorders
    this.#random = random
    this.#gaps = recorders.reduce((total, recorder) => total + recorder.gaps, 0)
    for (const client of this.#clients) client.connect()
  }

  /** The service has no such route. */
  get missing(): boolean {
    return this.#clients.some(({ missing }) => missing)
  }

  /** While the churn runs, clients leave and come back. */
  leave(): void {
    this.#leaving = setInterval(() => {
      for (const client of this.#clients.slice(1))
        if (this.#random.chance(100 / LEAVE_MS)) client.disconnect()
    }, 100)
  }

  stay(): void {
    clearInterval(this.#leaving)
  }

  /** What is wrong with what the clients know, once they have had until `deadline` to be told. */
  async compare(truth: Truth, selections: Selections, deadline: number): Promise<string[]> {
    if (this.missing) return []
    const states = this.#steps() ?? new Map()
    const found = await Promise.all(
      this.#clients.map(async (client, at) => {
        const late: string[] = []
        for (const resource of client.subscription.resources) {
          const differs = () => this.#differs(client, resource, truth, selections, states)
          const left = Math.max(0, deadline - performance.now())
          await until(resource, () => (differs() === undefined ? true : undefined), left).catch(() =>
            late.push(`client ${at}: ${resource}: ${differs() ?? ''}`),
          )
          this.#folds++
        }
        return late
      }),
    )
    return found.flat()
  }

  /**
   * What is wrong with how the clients came to know it. The cluster must have held still until now: while it moves, they may be
   * told of a change before the oracle's own watch is.
   */
  astray(): string[] {
    if (this.missing) return []
    const states = this.#steps()
    return this.#clients.flatMap(({ subscription, history, nameless, wrong }, at) => {
      const surplus: string[] = []
      // What a selector lets through begins and ends otherwise than the objects do.
      if (subscription.labelSelector === undefined && states !== undefined) {
        history.check((resource, key) => states.get(resource)?.get(key))
        surplus.push(...nameless.surplus(scoped(states.get('events'), subscription)))
      }
      return [...surplus, ...history.complaints, ...wrong].map((one) => `client ${at}: ${one}`)
    })
  }

  /** The states there have been; undefined where the oracle's own watch lost its place: only the end can then be compared. */
  #steps(): States | undefined {
    const gaps = this.#recorders.reduce((total, recorder) => total + recorder.gaps, 0)
    if (gaps !== this.#gaps) {
      this.#gaps = gaps
      this.#stepless = true
      this.#forget()
    }
    return this.#stepless ? undefined : this.#states()
  }

  /** Adds what the clients have gone through. */
  count({ streams }: Outcome): void {
    streams.clients = this.#clients.length
    streams.folds = this.#folds
    streams.missing = this.missing
    for (const key of ['events', 'resumes', 'resyncs'] as const)
      streams[key] = this.#clients.reduce((total, client) => total + client[key], 0)
  }

  stop(): void {
    this.stay()
    for (const client of this.#clients) client.stop()
  }

  /** What has been compared is known: the next comparison begins there. */
  rest(): void {
    for (const recorder of this.#recorders) recorder.rest()
    this.#stepless = false
    for (const { history, wrong } of this.#clients) {
      history.complaints.length = 0
      wrong.length = 0
    }
    this.#forget()
  }

  #forget(): void {
    for (const { history, nameless } of this.#clients) {
      history.forget()
      nameless.forget()
    }
  }

  #differs(
    { subscription, history, nameless }: StreamClient,
    resource: Resource,
    truth: Truth,
    selections: Selections,
    states: States,
  ): string | undefined {
    if (resource === 'events' && history.fold.get(resource)?.size === 0)
      return nameless.missing(scoped(states.get(resource), subscription))[0]
    return foldDiffers(expected(truth, selections, resource, subscription), history.fold.get(resource))
  }

  /** Every object's states since the last rest, in the order of its versions. */
  #states(): States {
    return new Map(
      this.#recorders.map(({ resource, rested, history }) => {
        const states = new Map<string, State[]>()
        for (const [key, { item }] of rested) states.set(key, [{ item, gone: false, told: true }])
        for (const { type, key, item } of history) {
          const state = { item, gone: type === 'DELETED', told: false }
          const known = states.get(key)
          if (known === undefined) states.set(key, [state])
          else known.push(state)
        }
        return [resource, states]
      }),
    )
  }
}

type States = ReadonlyMap<Resource, ReadonlyMap<string, readonly State[]>>

/** The states of the objects that a client is told of. */
function scoped(
  states: ReadonlyMap<string, readonly State[]> | undefined,
  { resources, namespace }: Subscription,
): (readonly State[])[] {
  if (!resources.includes('events')) return []
  return [...(states ?? [])]
    .filter(([key]) => namespace === undefined || key.startsWith(`${namespace}/`))
    .map(([, one]) => one)
}

function expected(
  truth: Truth,
  selections: Selections,
  resource: Resource,
  { namespace, labelSelector }: Subscription,
): Map<string, string> {
  const selected =
    labelSelector === undefined ? undefined : selections.get(selectionKey(resource, labelSelector))
  const wanted = truth[resource].filter((object) => {
    if (namespace !== undefined && object.metadata.namespace !== namespace) return false
    return labelSelector === undefined || selected?.has(keyOf(object)) === true
  })
  return new Map(wanted.map((object) => [keyOf(object), projected(resource, object)]))
}

function foldDiffers(
  wanted: ReadonlyMap<string, string>,
  fold: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (fold === undefined) return 'nothing was told'
  for (const [key, item] of wanted)
    if (fold.get(key) !== item) return `${key}: expected ${item}, was told ${fold.get(key) ?? 'nothing'}`
  for (const key of fold.keys()) if (!wanted.has(key)) return `${key}: it is gone, but that was not told`
  return undefined
}
