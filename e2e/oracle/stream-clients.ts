import { until } from '../target/until.ts'
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
  #gaps = 0
  #leaving: NodeJS.Timeout | undefined

  constructor(api: string, recorders: readonly Recorder[], random: Random, tamper: FrameTamper | undefined) {
    this.#clients = SUBSCRIPTIONS.map((subscription) => new StreamClient(api, subscription, tamper))
    this.#recorders = recorders
    this.#random = random
    for (const client of this.#clients) client.connect()
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
    if (this.#clients.some(({ missing }) => missing)) return []
    const states = this.#states()
    const gaps = this.#recorders.reduce((total, recorder) => total + recorder.gaps, 0)
    const found = await Promise.all(
      this.#clients.map(async (client, at) => {
        const { subscription, history } = client
        const late: string[] = []
        for (const resource of subscription.resources) {
          const wanted = expected(truth, selections, resource, subscription)
          const differs = () => foldDiffers(wanted, history.fold.get(resource))
          const left = Math.max(0, deadline - performance.now())
          await until(resource, () => (differs() === undefined ? true : undefined), left).catch(() =>
            late.push(`${resource}: ${differs() ?? ''}`),
          )
        }
        if (gaps !== this.#gaps) history.forget()
        // What a selector lets through begins and ends otherwise than the objects do.
        if (subscription.labelSelector === undefined)
          history.check((resource, key) => states.get(`${resource} ${key}`))
        const wrong = [...late, ...history.complaints.splice(0), ...client.wrong.splice(0)]
        return wrong.map((one) => `client ${at}: ${one}`)
      }),
    )
    this.#gaps = gaps
    return found.flat()
  }

  /** Adds what the clients have gone through. */
  count({ streams }: Outcome): void {
    streams.clients = this.#clients.length
    streams.missing = this.#clients.some(({ missing }) => missing)
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
    for (const { history } of this.#clients) history.forget()
  }

  /** Every object's states since then, in the order of its versions. */
  #states(): Map<string, State[]> {
    const states = new Map<string, State[]>()
    for (const { resource, rested, history } of this.#recorders) {
      for (const [key, { item }] of rested)
        states.set(`${resource} ${key}`, [{ item, gone: false, told: true }])
      for (const { type, key, item } of history) {
        const place = `${resource} ${key}`
        const state = { item, gone: type === 'DELETED', told: false }
        const known = states.get(place)
        if (known === undefined) states.set(place, [state])
        else known.push(state)
      }
    }
    return states
  }
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
