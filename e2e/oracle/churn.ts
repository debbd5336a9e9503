import type { Kube, KubeObject } from '../support/kube.ts'
import { event, type Subject } from './event-manifests.ts'
import * as manifest from './manifests.ts'
import type { Random } from './random.ts'
import { pathOf, type Resource } from './resources.ts'

const WORKERS = 6
const PODS_PER_NAMESPACE = 30
const DEPLOYMENTS_PER_NAMESPACE = 4
const NODES = 6
const EVENTS_PER_NAMESPACE = 30

/** The relative frequency of each kind of change; the sum is a little more than 100. */
const WEIGHTS = {
  'pod made': 14,
  'pod reported': 30,
  'pod labelled': 12,
  'pod deleted': 10,
  'pod replaced': 4,
  'deployment made': 4,
  'deployment changed': 8,
  'deployment deleted': 2,
  'replica set made': 2,
  'replica set changed': 3,
  'replica set deleted': 1,
  'node made': 2,
  'node reported': 4,
  'node labelled': 2,
  'node deleted': 1,
  'event made': 8,
  'event counted': 8,
  'event deleted': 3,
} as const

type Deed = keyof typeof WEIGHTS

const DEEDS = Object.entries(WEIGHTS).flatMap(([deed, weight]) =>
  Array.from({ length: weight }, () => deed as Deed),
)

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
    this.namespaces = ['a', 'b', 'c', 'd'].map((letter) => `${manifest.PREFIX}-${letter}`)
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
    for (const name of this.namespaces)
      await this.#send('namespace made', 'POST', '/api/v1/namespaces', manifest.namespace(name))
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

  async #do(deed: Deed): Promise<void> {
    const random = this.#random
    const namespace = random.pick(this.namespaces)
    const [what = '', how = ''] = deed.split(/ (?=\w+$)/)
    const resource = ({ pod: 'pods', deployment: 'deployments', 'replica set': 'replicasets' } as const)[what]
    if (what === 'node') return this.#node(deed, how)
    if (what === 'event') return this.#event(deed, how, namespace)
    const stock = what === 'pod' ? PODS_PER_NAMESPACE : DEPLOYMENTS_PER_NAMESPACE
    const name = `${what.replace(' ', '-')}-${random.below(stock)}`
    if (resource === undefined) return
    if (how === 'made') return this.#make(deed, resource, namespace, name)
    if (how === 'deleted') return this.#send(deed, 'DELETE', pathOf(resource, namespace, name))
    if (how === 'replaced') {
      await this.#send(deed, 'DELETE', pathOf(resource, namespace, name))
      return this.#make(deed, resource, namespace, name)
    }
    if (how === 'reported') {
      const status = manifest.podStatus(random, ['main', 'side'].slice(0, 1 + random.below(2)))
      return this.#send(deed, 'PATCH', `${pathOf(resource, namespace, name)}/status`, { status })
    }
    const metadata = { labels: manifest.labels(random), annotations: manifest.annotations(random) }
    const spec = resource === 'deployments' ? this.#deploymentChange() : {}
    return this.#send(deed, 'PATCH', pathOf(resource, namespace, name), { metadata, spec })
  }

  #deploymentChange(): Record<string, unknown> {
    return this.#random.pick([
      { replicas: this.#random.below(4) },
      { paused: this.#random.chance(0.3) },
      { template: { metadata: { annotations: { turn: String(this.#random.below(1000)) } } } },
    ])
  }

  async #make(deed: Deed, resource: Resource, namespace: string, name: string): Promise<void> {
    const random = this.#random
    const node = random.chance(0.7) ? { node: `${manifest.PREFIX}-node-${random.below(NODES)}` } : {}
    const made: KubeObject =
      resource === 'pods'
        ? manifest.pod(random, { namespace, name, ...node })
        : resource === 'deployments'
          ? manifest.deployment(random, { namespace, name, replicas: random.below(3) })
          : manifest.replicaSet(random, { namespace, name })
    return this.#send(deed, 'POST', pathOf(resource, namespace), made)
  }

  async #node(deed: Deed, how: string): Promise<void> {
    const random = this.#random
    const name = `${manifest.PREFIX}-node-${random.below(NODES)}`
    const path = pathOf('nodes', undefined, name)
    if (how === 'made')
      return this.#send(deed, 'POST', pathOf('nodes', undefined), manifest.node(random, name))
    if (how === 'deleted') return this.#send(deed, 'DELETE', path)
    if (how === 'reported')
      return this.#send(deed, 'PATCH', `${path}/status`, { status: manifest.nodeStatus(random) })
    return this.#send(deed, 'PATCH', path, { metadata: { labels: manifest.labels(random) } })
  }

  async #event(deed: Deed, how: string, namespace: string): Promise<void> {
    const random = this.#random
    const of = await this.#subject(namespace)
    const name = `event-${random.below(EVENTS_PER_NAMESPACE)}`
    const path = pathOf('events', of.namespace ?? 'default', name)
    if (how === 'made') {
      const made = event(random, name, of)
      return this.#send(deed, 'POST', pathOf('events', made.metadata.namespace), made)
    }
    if (how === 'deleted') return this.#send(deed, 'DELETE', path)
    return this.#send(deed, 'PATCH', path, { count: 1 + random.below(100) })
  }

  /** Returns the object of an Event, which exists or may have existed. */
  async #subject(namespace: string): Promise<Subject> {
    const random = this.#random
    const [kind, resource, name] = random.pick([
      ['Pod', 'pods', `pod-${random.below(PODS_PER_NAMESPACE)}`],
      ['Deployment', 'deployments', `deployment-${random.below(DEPLOYMENTS_PER_NAMESPACE)}`],
      ['Node', 'nodes', `${manifest.PREFIX}-node-${random.below(NODES)}`],
    ] as const)
    const scope = kind === 'Node' ? {} : { namespace }
    const path = pathOf(resource, scope.namespace, name)
    const found = await this.#kube.call('GET', path).catch(() => undefined)
    const uid = found?.status === 200 ? (found.body as KubeObject).metadata.uid : undefined
    return { kind, ...scope, name, uid: uid ?? '00000000-0000-0000-0000-000000000000' }
  }

  async #send(deed: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> {
    // Connection errors are ignored: an unavailable API server is one of the faults under test.
    const answer = await this.#kube.call(method, path, body).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) this.changes++
    else if (answer !== undefined && ![404, 409].includes(answer.status) && this.refused.size < 20)
      this.refused.set(`${deed} ${answer.status}`, String(Reflect.get(answer.body as object, 'message')))
  }
}
