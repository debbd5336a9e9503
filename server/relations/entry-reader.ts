import type { Cluster, Selection } from '../cluster/read/cluster.ts'
import { isReported, unavailableBy } from '../kinds/shared/read-sections.ts'
import type { UnavailableSection } from '../api/schemas/unavailable.ts'
import { relationView, type PathKind } from './relation-entry.ts'
import type { RelationEntry } from './schema.ts'

/** Lists objects for the relations of one response, each list once. A kind that cannot be listed has no objects, and is named. */
export class EntryReader {
  readonly #cluster: Cluster
  readonly #lists = new Map<string, Promise<readonly RelationEntry[]>>()
  readonly #unavailable = new Map<string, UnavailableSection>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** The kinds that could not be listed, by their names in paths. */
  get unavailable(): readonly UnavailableSection[] {
    return [...this.#unavailable.values()].toSorted((one, other) => (one.section < other.section ? -1 : 1))
  }

  async list(kind: PathKind, selection: Selection): Promise<readonly RelationEntry[]> {
    const key = JSON.stringify([kind.path, selection])
    const list = this.#lists.get(key) ?? this.#read(kind, selection)
    this.#lists.set(key, list)
    return list
  }

  async #read(kind: PathKind, selection: Selection): Promise<readonly RelationEntry[]> {
    try {
      return await this.#cluster.list(kind, kind.namespaced ? selection : {}, relationView(kind))
    } catch (error) {
      if (!isReported(error)) throw error
      this.#unavailable.set(kind.path, unavailableBy(kind.path, error))
      return []
    }
  }
}
