import type { Change, KindFixture } from '../kinds/fixture.ts'
import { PREFIX } from '../kinds/parts.ts'
import { fixtures } from '../kinds/register.ts'
import { pathTo, type Kube } from '../support/kube.ts'
import type { Random } from './random.ts'

const WORKERS = 6

/** One kind of change to one kind of object. */
interface Deed {
  readonly fixture: KindFixture
  readonly how: 'created' | 'deleted' | 'replaced' | Change
}

/** Every deed, as often as its weight. */
const DEEDS: readonly Deed[] = Object.values<KindFixture>(fixtures).flatMap((fixture) => {
  const { created, deleted, replaced = 0, changes } = fixture.churn
  const weights: [Deed['how'], number][] = [
    ['created', created],
    ['deleted', deleted],
    ['replaced', replaced],
    ...changes.map((change): [Change, number] => [change, change.weight]),
  ]
  return weights.flatMap(([how, weight]) => Array.from({ length: weight }, () => ({ fixture, how })))
})

/**
 * Changes the cluster through its API at a given rate. Names come from a small set, so that new objects often
 * have the name of an earlier one. Conflicts (a name that exists, a terminating namespace) are ignored.
 */
export class Churn {
  readonly namespaces: readonly string[]
  /** Number of changes the API server accepted. */
  changes = 0
  /**
   * The first few unexpected refusals by kind of change, with the message: a churn whose changes are all
   * refused proves nothing.
   */
  readonly refused = new Map<string, string>()
  readonly #kube: Kube
  readonly #random: Random
  readonly #perSecond: number
  #running = false
  #workers: Promise<void>[] = []

  constructor(kube: Kube, random: Random, perSecond: number) {
    this.#kube = kube
    this.#random = random
    this.#perSecond = perSecond
    this.namespaces = ['a', 'b', 'c', 'd'].map((letter) => `${PREFIX}-${letter}`)
  }

  start(): void {
    this.#running = true
    this.#workers = Array.from({ length: WORKERS }, () => this.#work())
  }

  /** Stops the churn; resolves when its last request has completed. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#workers)
  }

  /** Deletes a namespace with all its objects; it is created again as soon as the API server allows. */
  async renew(): Promise<void> {
    const name = this.#random.pick(this.namespaces)
    await this.#send('namespace deleted', 'DELETE', `/api/v1/namespaces/${name}`)
  }

  /** Creates the missing namespaces. */
  async furnish(): Promise<void> {
    for (const name of this.namespaces) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
      await this.#send('namespace created', 'POST', '/api/v1/namespaces', namespace)
    }
  }

  async #work(): Promise<void> {
    while (this.#running) {
      const pause = new Promise((resolve) => {
        setTimeout(resolve, (1000 * WORKERS) / this.#perSecond)
      })
      await this.#do(this.#random.pick(DEEDS))
      if (this.#random.chance(0.01)) await this.furnish()
      await pause
    }
  }

  async #do({ fixture, how }: Deed): Promise<void> {
    const random = this.#random
    const namespace = this.#namespaceFor(fixture)
    const number = random.below(fixture.churn.names)
    const name = `${fixture.namespaced ? '' : `${PREFIX}-`}${fixture.stem}-${number}`
    const path = pathTo(fixture, namespace, name)
    const what = `${fixture.kind} ${typeof how === 'string' ? how : 'changed'}`
    if (how === 'deleted' || how === 'replaced') await this.#send(what, 'DELETE', path)
    if (how === 'created' || how === 'replaced') {
      const object = await fixture.make(random, { namespace, name }, this.#kube)
      return this.#send(what, 'POST', pathTo(fixture, namespace), object)
    }
    if (how === 'deleted') return
    const target = how.subresource === undefined ? path : `${path}/${how.subresource}`
    return this.#send(what, 'PATCH', target, how.patch(random))
  }

  #namespaceFor({ namespaced, churn }: KindFixture): string | undefined {
    if (!namespaced) return undefined
    const random = this.#random
    return churn.alsoIn !== undefined && random.chance(0.3) ? churn.alsoIn : random.pick(this.namespaces)
  }

  async #send(deed: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> {
    // Connection errors are ignored: an unavailable API server is one of the faults under test.
    const answer = await this.#kube.call(method, path, body).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) this.changes++
    else if (answer !== undefined && ![404, 409].includes(answer.status) && this.refused.size < 20)
      this.refused.set(`${deed} ${answer.status}`, String(Reflect.get(answer.body as object, 'message')))
  }
}
