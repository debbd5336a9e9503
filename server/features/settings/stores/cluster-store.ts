import type { OwnObjects } from '../../../cluster/write/own-objects.ts'
import { ClusterError, ConflictError, NotConfiguredError, NotFoundError } from '../../../core/errors.ts'
import { objectIn } from '../../../core/json.ts'
import { RecordChangedError, type RecordKey, type RecordStore, type StoredRecord } from '../record-store.ts'
import { parseRecord, type SettingsRecord } from '../record.ts'
import { userStates } from './user-states.ts'

/** Records in Kubernetes, one `UserState` per person, shared by all replicas. */
export class ClusterStore implements RecordStore {
  readonly #objects: OwnObjects
  readonly #clock: () => number

  /** `clock` returns milliseconds since 1970. */
  constructor(objects: OwnObjects, clock: () => number) {
    this.#objects = objects
    this.#clock = clock
  }

  async read(key: RecordKey, signal: AbortSignal): Promise<StoredRecord | undefined> {
    signal.throwIfAborted()
    const object = await this.#objects.get(userStates, key, signal)
    // One without a spec counts as empty: it exists, so a write has to replace it.
    const record = object === undefined ? undefined : parseRecord(objectIn(object, 'spec'))
    return record === undefined ? undefined : { record, version: versionOf(object) }
  }

  async write(
    key: RecordKey,
    record: SettingsRecord,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted()
    // Written with the record, since the API server keeps no time of the last change.
    const spec = { ...record, updatedAt: new Date(this.#clock()).toISOString() }
    try {
      return versionOf(
        version === undefined
          ? await this.#objects.create(userStates, { metadata: { name: key }, spec }, signal)
          : await this.#objects.replace(
              userStates,
              { metadata: { name: key, resourceVersion: version }, spec },
              signal,
            ),
      )
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) throw new RecordChangedError()
      // A collection is missing only if its kind is.
      if (error instanceof ClusterError && error.status === 404)
        throw new NotConfiguredError(
          'settings cannot be kept: the cluster does not serve userstates.clusterinspector.dev',
          'set crds.install=true in the values of the Helm release',
        )
      throw error
    }
  }
}

function versionOf(object: unknown): string {
  return String(objectIn(object, 'metadata')['resourceVersion'])
}
