import { until } from '../support/until.ts'
import type { Outcome } from './outcome.ts'
import { projected } from './projection.ts'
import { SELECTORS, selectionKey, type Selections } from './questions.ts'
import type { Truth } from './quorum.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import type { KindFixture } from '../kinds/fixture.ts'
import { fixtures, resources, type Resource } from '../kinds/register.ts'
import { keyOf } from './resources.ts'
import { StreamClient, type FrameTamper, type Subscription } from './stream-client.ts'
import type { State } from './stream-history.ts'

const [SELECTOR] = SELECTORS
const fixtureOf = (resource: Resource): KindFixture => fixtures[resource]
const STREAMED = resources.filter((resource) => fixtureOf(resource).streamed !== false)
const SUBSCRIPTIONS: readonly Subscription[] = [
  { resources: STREAMED },
  { resources: STREAMED },
  { resources: ['pods', 'deployments', 'events'], namespace: 'oracle-a' },
  { resources: ['pods', 'nodes'], labelSelector: SELECTOR },
  { resources: ['pods'] },
]
const NAMELESS: readonly Resource[] = resources.filter((resource) => fixtureOf(resource).nameless === true)
/** The average time in milliseconds after which a client disconnects. The first client stays connected. */
const LEAVE_MS = 1500

/** The stream clients of one run, and the check of the events they received. */
export class StreamClients {
  readonly #clients: readonly StreamClient[]
  readonly #recorders: readonly Recorder[]
  readonly #random: Random
  #gaps: number
  /** Whether the oracle's own watch lost its position since the last rest. */
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

  /** True if the service has no such route. */
  get missing(): boolean {
    return this.#clients.some(({ missing }) => missing)
  }

  /** Lets clients disconnect and reconnect while the churn runs. */
  leave(): void {
    this.#leaving = setInterval(() => {
      for (const client of this.#clients.slice(1))
        if (this.#random.chance(100 / LEAVE_MS)) client.disconnect()
    }, 100)
  }

  stay(): void {
    clearInterval(this.#leaving)
  }

  /** Returns the errors in the clients' state, once they have had until `deadline` to receive all events. */
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
   * Returns the errors in the order and number of the events that the clients received. The cluster must have
   * come to rest: before that, clients may receive a change earlier than the oracle's own watch does.
   */
  astray(): string[] {
    if (this.missing) return []
    const states = this.#steps()
    return this.#clients.flatMap(({ subscription, history, nameless, wrong }, at) => {
      const surplus: string[] = []
      // With a label selector, objects enter and leave a stream at other times than they are created and
      // deleted.
      if (subscription.labelSelector === undefined && states !== undefined) {
        history.check((resource, key) => states.get(resource)?.get(key))
        surplus.push(
          ...nameless.surplus(NAMELESS.flatMap((resource) => scoped(states, resource, subscription))),
        )
      }
      return [...surplus, ...history.complaints, ...wrong].map((one) => `client ${at}: ${one}`)
    })
  }

  /**
   * Returns the states so far; undefined if the oracle's own watch lost its position, so that only the final
   * state can be compared.
   */
  #steps(): States | undefined {
    const gaps = this.#recorders.reduce((total, recorder) => total + recorder.gaps, 0)
    if (gaps !== this.#gaps) {
      this.#gaps = gaps
      this.#stepless = true
      this.#forget()
    }
    return this.#stepless ? undefined : this.#states()
  }

  /** Adds the clients' counts to the outcome. */
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

  /** Starts a new history at the state that was just compared. */
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
    if (NAMELESS.includes(resource) && history.fold.get(resource)?.size === 0)
      return nameless.missing(scoped(states, resource, subscription))[0]
    return foldDiffers(expected(truth, selections, resource, subscription), history.fold.get(resource))
  }

  /** Returns the states of every object since the last rest, in the order of their versions. */
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

/** Selects the states of a resource's objects within a client's subscription. */
function scoped(
  states: States,
  resource: Resource,
  { resources, namespace }: Subscription,
): (readonly State[])[] {
  if (!resources.includes(resource)) return []
  return [...(states.get(resource) ?? [])]
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
