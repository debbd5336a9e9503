import { Random } from '../../oracle/random.ts'
import { pod } from '../churn.ts'
import type { DemoCluster } from '../demo-cluster.ts'
import { exposition } from '../exposition.ts'
import { call, textOf, type Answer } from '../http.ts'
import { until } from '../until.ts'
import { randomCase, type Case, type KnownObjects } from './cases.ts'
import { violationOf } from './contract.ts'
import type { HostileCluster } from './hostile-cluster.ts'
import type { ServiceProcess, Usage } from './service-process.ts'

/** Names of the contexts: one of the demo cluster itself, and one with lies about it. */
export const [HEALTHY, HOSTILE] = ['test', 'hostile']
const AT_ONCE = 25
/** Reads of the hostile context for one of the healthy context. */
const HEALTHY_EVERY = 10
const STREAM_MS = 400
const MAX_PAGES = 50

export interface TrialOptions {
  readonly seed: number
  readonly demo: DemoCluster
  readonly hostile: HostileCluster
  readonly service: ServiceProcess
  readonly objects: KnownObjects
}

/** A service with a healthy and a hostile cluster, that is asked through phases of lies and of truth. */
export class Trial {
  readonly #options: TrialOptions
  readonly #random: Random
  readonly #paths: readonly string[]
  readonly #truth = new Map<string, string>()
  #pages: string[] = []
  #changes = 0
  /** Violations, each with the request that showed it. */
  readonly violations: string[] = []
  readonly usages: Usage[] = []
  /** Responses compared with the truth, by their cache status. */
  readonly compared: Record<string, number> = {}

  constructor(options: TrialOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
    this.#paths = comparablePaths(options.objects)
  }

  /** Changes the cluster, and records what the healthy context answers from now on. */
  async changeCluster(): Promise<void> {
    const { demo } = this.#options
    const number = this.#changes++
    demo.apply(pod(`changed-${number}`, 'Running'))
    demo.remove(pod(`changed-${number - 2}`))
    await until('the change to be served', async () => {
      const { text, headers } = await this.#get('/api/pods', HEALTHY)
      const served = text.includes(`"changed-${number}"`) && !text.includes(`"changed-${number - 2}"`)
      return served && headers.get('x-cache') === 'hit' ? true : undefined
    })
    for (const path of this.#paths) this.#truth.set(path, (await this.#get(path, HEALTHY)).text)
  }

  /** Asks any route while the cluster lies, and the healthy context in between. */
  async endureLies(cases: number): Promise<void> {
    const { hostile } = this.#options
    hostile.lie(this.#random.chance(0.25))
    let left = cases
    const ask = async (): Promise<void> => {
      while (left-- > 0) {
        await this.#check(this.#case())
        if (left % HEALTHY_EVERY === 0) await this.#checkHealthy(this.#random.pick(this.#paths))
        if (!this.#options.service.alive) throw new Error('the process has ended')
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
  }

  /** Lets the cluster tell the truth, and compares each response with it once the watches are live. */
  async expectTruth(): Promise<void> {
    const { hostile, service } = this.#options
    hostile.tellTruth()
    await Promise.all(this.#paths.map((path) => this.#get(path, HOSTILE)))
    await until('the lists to be read anew', () => (hostile.complete.has('/api/v1/pods') ? true : undefined))
    await service.calm(HOSTILE)
    for (const path of this.#paths) {
      const answer = await this.#answered(path)
      const cache = answer.headers.get('x-cache') ?? ''
      this.compared[cache] = (this.compared[cache] ?? 0) + 1
      if (answer.text !== this.#truth.get(path))
        this.violations.push(
          `a ${cache} of ${path} is not the truth: ${difference(answer.text, this.#truth.get(path))}`,
        )
    }
    this.usages.push(await service.usage())
  }

  /** Failures of background work by name, which the service has survived. */
  async backgroundFailures(): Promise<Record<string, number>> {
    return (await exposition(this.#options.service.operations)).by(
      'cluster_inspector_background_failures_total',
      'work',
    )
  }

  #case(): Case {
    return randomCase(this.#random, this.#options.objects, HOSTILE, this.#pages)
  }

  /** Waits for a response that is served from a live cache, or from the cluster of a kind that is not cached. */
  async #answered(path: string): Promise<Answer> {
    return until(`a response of ${path}`, async () => {
      const answer = await this.#get(path, HOSTILE)
      if (answer.status === 200 && answer.headers.get('x-cache') !== 'stale') return answer
      throw new Error(`${answer.status} ${answer.headers.get('x-cache')} ${answer.text.slice(0, 200)}`)
    })
  }

  async #get(path: string, context: string): Promise<Answer> {
    return call(
      this.#options.service.api,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}context=${context}`,
    )
  }

  async #checkHealthy(path: string): Promise<void> {
    const { status, text } = await this.#get(path, HEALTHY)
    if (status !== 200 || text !== this.#truth.get(path))
      this.violations.push(
        `the healthy context differs for ${path}: ${status} ${difference(text, this.#truth.get(path))}`,
      )
  }

  async #check(one: Case): Promise<void> {
    const { service } = this.#options
    const isStream = one.route === '/api/stream'
    try {
      const stop = new AbortController()
      const response = await fetch(service.api + one.path, {
        headers: one.headers,
        redirect: 'manual',
        signal: stop.signal,
      })
      const timer = isStream ? setTimeout(() => stop.abort(), STREAM_MS) : undefined
      const text = await textOf(response).catch((error: unknown) => {
        if (isStream || one.route.endsWith('/logs')) return ''
        throw error
      })
      clearTimeout(timer)
      const { status } = response
      const wrong = violationOf(one.path, { status, contentType: response.headers.get('content-type'), text })
      if (wrong !== undefined) this.#violated(one, response.headers.get('x-request-id') ?? '', wrong)
      const page = response.status === 200 ? /"continue":"([^"]+)"/.exec(text)?.[1] : undefined
      if (page !== undefined) this.#pages = [page, ...this.#pages].slice(0, MAX_PAGES)
    } catch (error) {
      this.#violated(one, '', `no response: ${String(error)}`)
    }
  }

  #violated({ path, headers }: Case, id: string, wrong: string): void {
    const [line = ''] = id === '' ? [] : this.#options.service.logged(id)
    this.violations.push(`${path} ${JSON.stringify(headers)}: ${wrong} ${line.slice(0, 1500)}`)
  }
}

/** Returns the paths whose responses are compared: every collection, and details, events and joins of one object of each kind. */
function comparablePaths(objects: KnownObjects): string[] {
  const ofObjects = [...objects].flatMap(([segment, [first]]) => {
    const query = first?.namespace === undefined ? '' : `?namespace=${first.namespace}`
    const detail = `/api/${segment}/${first?.name}`
    const joined = segment === 'deployments' || segment === 'nodes' ? [`${detail}/pods${query}`] : []
    const selected = `/api/${segment}?${query.slice(1)}&labelSelector=${encodeURIComponent('!none')}`
    return [`/api/${segment}${query}`, selected, detail + query, `${detail}/events${query}`, ...joined]
  })
  return ['/api/pods', ...ofObjects]
}

function difference(text: string, truth = ''): string {
  let at = 0
  while (at < text.length && text[at] === truth[at]) at++
  const from = Math.max(0, at - 100)
  return `${JSON.stringify(text.slice(from, at + 200))} in place of ${JSON.stringify(truth.slice(from, at + 200))}`
}
