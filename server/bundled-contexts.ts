import type { Log } from './http/log.ts'
import { BundledCredentials, contextFrom, identityOf } from './kube/bundled.ts'
import type { ClusterContext } from './kube/context.ts'
import type { Standing } from './kube/probe.ts'
import type { Time } from './kube/time.ts'
import { BundleError, type Bundle, type BundleFile } from './operator/bundle.ts'

/** A file in memory of this node: to look at it costs nothing, and no event of it can be missed. */
const LOOK_MS = 1000

export interface BundledOptions {
  file: BundleFile
  log: Log
  time: Time
  /** Told of all contexts each time any changes. */
  take(taken: TakenBundle): void
}

/** What a bundle comes to. */
export interface TakenBundle {
  contexts: readonly ClusterContext[]
  preferred: string | undefined
  /** Those that have another identity now. */
  renewed: readonly string[]
  /** How the operator that leads found some of them. */
  standings: ReadonlyMap<string, Standing>
  /** And the cluster that the service runs in. */
  home: Standing | undefined
}

/** The contexts the operator hands over. What cannot be used is not taken: the last good bundle is used on. */
export class BundledContexts {
  readonly #options: BundledOptions
  readonly #credentials = new Map<string, BundledCredentials>()
  #text: string | undefined
  #complaint = ''
  #looking: Promise<void> | undefined
  #cancel: () => void = () => undefined
  #stopped = false

  constructor(options: BundledOptions) {
    this.#options = options
  }

  /** Takes what is there, and then whatever comes. */
  async start(): Promise<void> {
    await this.look()
    this.#later()
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  /** Looks at the file now. Rejects for nothing. */
  async look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  #later(): void {
    if (this.#stopped) return
    this.#cancel = this.#options.time.after(LOOK_MS, () => void this.look().then(() => this.#later()))
  }

  async #look(): Promise<void> {
    const { file, log } = this.#options
    try {
      const text = await file.text()
      if (text === undefined || text === this.#text) return
      const bundle = file.parse(text)
      this.#text = text
      this.#complaint = ''
      this.#take(bundle)
      log.info('contexts were taken over', { contexts: bundle.contexts.map(({ name }) => name) })
    } catch (error) {
      const complaint = error instanceof BundleError ? error.message : 'it cannot be used'
      if (complaint !== this.#complaint)
        log.warn('the bundle of contexts is not taken: those before are kept', { reason: complaint })
      this.#complaint = complaint
    }
  }

  #take(bundle: Bundle): void {
    const renewed: string[] = []
    const kept = new Set<string>()
    const contexts = bundle.contexts.map((one) => {
      const identity = identityOf(one)
      // What is meant for one server is never shown to another, not even by requests that began before.
      const key = JSON.stringify([one.name, one.server])
      const held = this.#credentials.get(key)
      if (held?.take(identity) === true) renewed.push(one.name)
      const credentials = held ?? new BundledCredentials(identity, async () => this.look())
      this.#credentials.set(key, credentials)
      kept.add(key)
      return contextFrom(one, credentials)
    })
    for (const key of this.#credentials.keys()) if (!kept.has(key)) this.#credentials.delete(key)
    const standings = new Map(
      bundle.contexts.flatMap(({ name, standing }) => (standing === undefined ? [] : [[name, standing]])),
    )
    const { default: preferred, home } = bundle
    this.#options.take({ contexts, preferred, renewed, standings, home: home?.standing })
  }
}
