import type { Kind } from '../cluster/kind.ts'
import type { Cluster, ObjectRef, Selection } from '../cluster/read/cluster.ts'
import { ClusterError, ForbiddenByClusterError, NotFoundError } from '../core/errors.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import {
  FactPendingError,
  FactUnavailableError,
  kindKey,
  objectKey,
  type FactSelection,
  type FactSource,
} from './facts.ts'
import { readLogTail } from './log-tail.ts'

/** Maximum number of reads for the diagnosis of one object. */
const MAX_READS = 200
/** Maximum number of objects of one list. */
const MAX_OBJECTS = 5000

type Read = { readonly value: unknown } | { readonly unavailable: FactUnavailableError }

/**
 * Facts for the diagnosis of one object, read from its cluster with the rights of the request. What the rules ask for
 * is read between their runs, until they have all of it.
 */
export class ReadFacts implements FactSource {
  readonly #cluster: Cluster
  readonly #read = new Map<string, Read>()
  #hasReadLogs = false
  #hasEnded = false
  readonly #pending = new Map<string, () => Promise<Read>>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  get<T extends KubernetesObject>(kind: Kind<T>, ref: ObjectRef): T | undefined {
    // The key includes the kind, so the type matches.
    return this.#value(objectKey(kind, ref), kind, ref.namespace, () => this.#get(kind, ref)) as T | undefined
  }

  list<T extends KubernetesObject>(kind: Kind<T>, selection: FactSelection): readonly T[] {
    const key = `list ${kindKey(kind)} ${JSON.stringify(selection)}`
    return this.#value(key, kind, selection.namespace, () => this.#list(kind, selection)) as readonly T[]
  }

  log(ref: ObjectRef, container: string, previous: boolean): readonly string[] | undefined {
    const key = `log ${ref.namespace ?? ''}/${ref.name} ${container} ${previous}`
    this.#hasReadLogs = true
    const read = async () => readLogTail(this.#cluster, pods, ref, { container, previous })
    return this.#value(key, pods, ref.namespace, read) as readonly string[]
  }

  /** Whether any log was read. */
  get hasReadLogs(): boolean {
    return this.#hasReadLogs
  }

  /** Reads what the rules asked for since the last call; false if that is nothing. */
  async readPending(): Promise<boolean> {
    const pending = [...this.#pending]
    this.#pending.clear()
    await Promise.all(pending.map(async ([key, read]) => this.#read.set(key, await read())))
    return pending.length > 0
  }

  /** From now on, what was not read is unavailable. */
  end(): void {
    this.#hasEnded = true
  }

  #value(
    key: string,
    kind: Kind<unknown>,
    namespace: string | undefined,
    read: () => Promise<unknown>,
  ): unknown {
    const known = this.#read.get(key)
    if (known === undefined) {
      if (this.#hasEnded || this.#read.size + this.#pending.size >= MAX_READS)
        throw new FactUnavailableError(kind, namespace)
      this.#pending.set(key, () => outcomeOf(read, kind, namespace))
      throw new FactPendingError(key)
    }
    if ('unavailable' in known) throw known.unavailable
    return known.value
  }

  async #get<T extends KubernetesObject>(kind: Kind<T>, ref: ObjectRef): Promise<T | undefined> {
    try {
      return await this.#cluster.get(kind, ref)
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }

  async #list<T extends KubernetesObject>(kind: Kind<T>, selection: FactSelection): Promise<readonly T[]> {
    const { controlledBy, ...rest } = selection
    const query: Selection = {
      ...rest,
      ...(controlledBy === undefined ? {} : { controlledBy: [controlledBy] }),
    }
    let count = 0
    return this.#cluster.list(kind, query, (object) => (++count <= MAX_OBJECTS ? object : undefined))
  }
}

/** Returns the result of a read; a failure of the cluster makes only this fact unavailable. */
async function outcomeOf(
  read: () => Promise<unknown>,
  kind: Kind<unknown>,
  namespace: string | undefined,
): Promise<Read> {
  try {
    return { value: await read() }
  } catch (error) {
    if (!(error instanceof ForbiddenByClusterError) && !(error instanceof ClusterError)) throw error
    return { unavailable: new FactUnavailableError(kind, namespace, { cause: error }) }
  }
}
