import type { Clock } from '../../core/clock.ts'
import { SingleFlight } from '../../core/single-flight.ts'
import type { Transport } from '../client/transport.ts'
import {
  findType,
  groupVersionsOf,
  typesOfAggregated,
  typesOfResourceList,
  type DiscoveredTypes,
  type ServedType,
} from './served-types.ts'

const KEPT_MS = 10 * 60_000
/** A type that is missing may have been installed since: discovery is repeated, but not more often than this. */
const REPEATED_AFTER_MS = 10_000
/** Requests at a time to a server without aggregated discovery, which has one document for each group and version. */
const AT_ONCE = 4

const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join()
const ACCEPT = `${AGGREGATED},application/json`

/** Documents of discovery. */
type Documents = Pick<Transport, 'document'>

/** The types that an API server serves, kept for ten minutes. */
export class Discovery {
  readonly #documents: Documents
  readonly #time: Clock
  readonly #flights = new SingleFlight()
  #kept: (DiscoveredTypes & { readonly at: number }) | undefined

  constructor(documents: Documents, time: Clock) {
    this.#documents = documents
    this.#time = time
  }

  /**
   * Finds a type by any name that kubectl takes. Returns the groups that could not be asked if it is not found. Throws
   * ClusterError if discovery itself fails.
   */
  async find(
    name: string,
    signal: AbortSignal,
  ): Promise<{ type: ServedType | undefined; failedGroups: readonly string[] }> {
    const { types, failedGroups, at } = await this.#types(KEPT_MS, signal)
    const type = findType(types, name)
    if (type !== undefined || this.#time.now() - at < REPEATED_AFTER_MS) return { type, failedGroups }
    const again = await this.#types(REPEATED_AFTER_MS, signal)
    return { type: findType(again.types, name), failedGroups: again.failedGroups }
  }

  /**
   * Returns the types of these groups that can be listed and watched, in the preferred version of each. Throws ClusterError if
   * discovery itself fails.
   */
  async watchableTypes(groups: ReadonlySet<string>, signal: AbortSignal): Promise<readonly ServedType[]> {
    const { types } = await this.#types(KEPT_MS, signal)
    const found = new Map<string, ServedType>()
    for (const type of types) {
      const key = `${type.plural}.${type.apiGroup}`
      const isWatchable = type.verbs.includes('list') && type.verbs.includes('watch')
      if (groups.has(type.apiGroup) && isWatchable && !found.has(key)) found.set(key, type)
    }
    return [...found.values()]
  }

  /** Forgets everything: another identity may see other types. */
  forget(): void {
    this.#kept = undefined
  }

  async #types(maxAgeMs: number, signal: AbortSignal): Promise<DiscoveredTypes & { readonly at: number }> {
    const kept = this.#kept
    if (kept !== undefined && this.#time.now() - kept.at < maxAgeMs) return kept
    return this.#flights.run('types', signal, async (shared) => {
      const at = this.#time.now()
      const [core, others] = await Promise.all([this.#ofCore(shared), this.#ofGroups(shared)])
      const types = [...core.types, ...others.types]
      const failedGroups = [...core.failedGroups, ...others.failedGroups]
      return (this.#kept = { types, failedGroups, at })
    })
  }

  async #ofCore(signal: AbortSignal): Promise<DiscoveredTypes> {
    const aggregated = typesOfAggregated(await this.#documents.document('/api', signal, ACCEPT))
    if (aggregated !== undefined) return aggregated
    const list = await this.#documents.document('/api/v1', signal)
    return { types: typesOfResourceList(list, '', 'v1'), failedGroups: [] }
  }

  async #ofGroups(signal: AbortSignal): Promise<DiscoveredTypes> {
    const document = await this.#documents.document('/apis', signal, ACCEPT)
    const aggregated = typesOfAggregated(document)
    if (aggregated !== undefined) return aggregated
    const waiting = groupVersionsOf(document)
    const found = new Map<object, readonly ServedType[]>()
    const failedGroups = new Set<string>()
    const order = [...waiting]
    const readAll = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { apiGroup, version } = next
        try {
          const list = await this.#documents.document(`/apis/${apiGroup}/${version}`, signal)
          found.set(next, typesOfResourceList(list, apiGroup, version))
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof Error)) throw error
          failedGroups.add(apiGroup)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readAll))
    return { types: order.flatMap((one) => found.get(one) ?? []), failedGroups: [...failedGroups] }
  }
}
