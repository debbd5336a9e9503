import { PolledFile } from '../../core/polled-file.ts'
import type { Log } from '../../telemetry/log.ts'
import { ManagedCredentials, contextFrom, identityOf } from '../../cluster/contexts/managed-context.ts'
import type { ClusterContext } from '../../cluster/contexts/context.ts'
import type { ClusterHealth } from '../../cluster/contexts/health-check.ts'
import type { Clock } from '../../core/clock.ts'
import { BundleError, type Bundle, type BundleFile } from '../../operator/context-bundle.ts'

/** Polling interval; the file is in memory, so polling is cheap, and misses no change. */
const READ_INTERVAL_MS = 1000

export interface ManagedContextsOptions {
  file: BundleFile
  log: Log
  time: Clock
  /** Called with all contexts each time any of them changes. */
  apply(update: ManagedContexts): void
}

/** The contexts of a bundle. */
export interface ManagedContexts {
  contexts: readonly ClusterContext[]
  preferred: string | undefined
  /** Names of the contexts whose credentials were rotated. */
  renewed: readonly string[]
  /** Health of some contexts, as the leading operator replica reported it. */
  reportedHealth: ReadonlyMap<string, ClusterHealth>
  /** Health of the cluster that the service runs in. */
  home: ClusterHealth | undefined
}

/** Polls the contexts of the operator; an unusable bundle is ignored, and the last good one stays. */
export class ManagedContextsFile {
  readonly #options: ManagedContextsOptions
  readonly #credentials = new Map<string, ManagedCredentials>()
  readonly #polled: PolledFile<{ readonly text: string; readonly bundle: Bundle }>

  constructor(options: ManagedContextsOptions) {
    const { file, log, time } = options
    this.#options = options
    this.#polled = new PolledFile({
      name: 'the contexts file',
      everyMs: READ_INTERVAL_MS,
      after: (milliseconds, run) => time.after(milliseconds, run),
      read: async () => {
        const text = await file.text()
        return text === undefined ? undefined : { text, bundle: file.parse(text) }
      },
      isSame: (one, other) => one.text === other.text,
      apply: ({ bundle }) => {
        this.#apply(bundle)
        log.info('contexts loaded', { contexts: bundle.contexts.map(({ name }) => name) })
      },
      reject: (reason) =>
        log.warn('invalid contexts file ignored; keeping the previous contexts', { reason }),
      reasonFor: (error) => (error instanceof BundleError ? error.message : 'the file is not valid'),
    })
  }

  /** Applies the current bundle, then every change. */
  async start(): Promise<void> {
    await this.#polled.check()
    this.#polled.start()
  }

  stop(): void {
    this.#polled.stop()
  }

  /** Reads the file now. Never rejects. */
  async read(): Promise<void> {
    return this.#polled.check()
  }

  #apply(bundle: Bundle): void {
    const renewed: string[] = []
    const current = new Set<string>()
    const contexts = bundle.contexts.map((context) => {
      const identity = identityOf(context)
      // Credentials are keyed by name and server, so that those for one server are never sent to another, not
      // even by requests that began before the change.
      const key = JSON.stringify([context.name, context.server])
      const cached = this.#credentials.get(key)
      if (cached?.update(identity) === true) renewed.push(context.name)
      const credentials = cached ?? new ManagedCredentials(identity, async () => this.read())
      this.#credentials.set(key, credentials)
      current.add(key)
      return contextFrom(context, credentials)
    })
    for (const key of this.#credentials.keys()) if (!current.has(key)) this.#credentials.delete(key)
    const reportedHealth = new Map(
      bundle.contexts.flatMap(({ name, standing }) => (standing === undefined ? [] : [[name, standing]])),
    )
    const { default: preferred, home } = bundle
    this.#options.apply({ contexts, preferred, renewed, reportedHealth, home: home?.standing })
  }
}
