import type { Validation } from '../../api/validation.ts'
import type { Clock } from '../../core/clock.ts'
import { NotConfiguredError } from '../../core/errors.ts'
import { entriesOf, isObject, itemsOf, objectIn, stringMembersOf } from '../../core/json.ts'
import { changeRecord } from '../settings/change-record.ts'
import { ALERTS, NOTIFICATIONS, type RecordStore, type StoredRecord } from '../settings/record-store.ts'
import type { Seal } from '../settings/seal.ts'
import { emptyConfiguration, type ChannelSecrets, type Configuration } from './configuration.ts'
import type { Message } from './messages/message.ts'
import { decodeState, encodeState, isTime, type NotifierState } from './notifier-state.ts'
import { notificationChange } from './schema.ts'

const SECRETS = 'channels'
/** Messages of callers that wait to be taken. */
export const MAX_OUTGOING = 50

interface RecordsOptions {
  readonly store: RecordStore
  readonly seal: Seal
  readonly validation: Validation
  readonly time: Clock
}

/** The state of the alerts with the version of its record. */
export interface VersionedState {
  /** Undefined if there is none, or none that is valid. */
  readonly state: NotifierState | undefined
  readonly version: string | undefined
}

/**
 * The two records of the notifications: the configuration, which any replica changes, and the state of the alerts, which belongs to
 * the holder of the Lease.
 */
export class NotificationRecords {
  readonly #options: RecordsOptions
  readonly #mistakeIn: (value: unknown) => string | undefined
  #lastSealed: { readonly sealed: string; readonly secrets: Configuration['secrets'] } | undefined

  constructor(options: RecordsOptions) {
    this.#options = options
    this.#mistakeIn = options.validation.value(notificationChange)
  }

  /** Returns the configuration; the empty one if there is none, or no place for it. */
  async configuration(signal: AbortSignal): Promise<Configuration> {
    return this.#parse(await this.#read(NOTIFICATIONS, signal))
  }

  /** Changes the configuration and returns the new one; returning the same writes nothing. Rejects like `RecordStore.write`. */
  async changeConfiguration(
    signal: AbortSignal,
    change: (configuration: Configuration) => Configuration,
  ): Promise<Configuration> {
    return changeRecord(this.#options, NOTIFICATIONS, signal, async (stored) => {
      const current = await this.#parse(stored)
      const changed = change(current)
      if (changed === current) return { result: current }
      return { result: changed, record: await this.#record(changed, current, stored) }
    })
  }

  async state(signal: AbortSignal): Promise<VersionedState> {
    const stored = await this.#read(ALERTS, signal)
    return { state: await decodeState(stored?.record.plain['state']), version: stored?.version }
  }

  /**
   * Writes the state over the version that was read and returns the new version. Rejects with RecordChangedError if another process
   * has written it. Returns the same version where there is no place for records, or the state is too large.
   */
  async writeState(
    state: NotifierState,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const text = await encodeState(state)
    if (text === undefined) return version
    const record = { user: ALERTS, subject: '', plain: { state: text }, sealed: {} }
    try {
      return await this.#options.store.write(ALERTS, record, version, signal)
    } catch (error) {
      if (error instanceof NotConfiguredError) return version
      throw error
    }
  }

  async #read(
    key: typeof ALERTS | typeof NOTIFICATIONS,
    signal: AbortSignal,
  ): Promise<StoredRecord | undefined> {
    try {
      return await this.#options.store.read(key, signal)
    } catch (error) {
      if (error instanceof NotConfiguredError) return undefined
      throw error
    }
  }

  async #record(
    { secrets, outgoing, ...plain }: Configuration,
    before: Configuration,
    stored: StoredRecord | undefined,
  ): Promise<StoredRecord['record']> {
    const kept = stored?.record.sealed[SECRETS]
    const isSame = secrets === before.secrets
    const isEmpty = Object.keys(secrets).length === 0
    const sealed = isSame
      ? kept
      : isEmpty
        ? undefined
        : await this.#options.seal.seal({ record: NOTIFICATIONS, field: SECRETS }, JSON.stringify(secrets))
    return {
      user: NOTIFICATIONS,
      subject: '',
      plain: { configuration: plain, outgoing },
      sealed: sealed === undefined ? {} : { [SECRETS]: sealed },
    }
  }

  async #parse(stored: StoredRecord | undefined): Promise<Configuration> {
    if (stored === undefined) return emptyConfiguration
    const { plain, sealed } = stored.record
    const kept = objectIn(plain, 'configuration')
    const own = (name: string) => {
      const value = Object.hasOwn(kept, name) ? kept[name] : undefined
      return value !== undefined && this.#mistakeIn({ [name]: value }) === undefined ? { [name]: value } : {}
    }
    return {
      ...own('enabled'),
      ...own('kinds'),
      ...own('minSeverity'),
      ...own('namespaces'),
      ...own('repeatHours'),
      channels: this.#channels(kept['channels']),
      secrets: await this.#open(sealed[SECRETS]),
      tested: stringMembersOf(kept['tested']),
      outgoing: itemsOf(plain['outgoing']).filter(isMessage).slice(0, MAX_OUTGOING),
    }
  }

  #channels(value: unknown): Configuration['channels'] {
    const isValid = (one: unknown): one is Configuration['channels'][number] =>
      isObject(one) &&
      typeof one['name'] === 'string' &&
      this.#mistakeIn({ channels: [{ ...one, url: '****' }] }) === undefined
    return itemsOf(value).filter(isValid)
  }

  async #open(sealed: string | undefined): Promise<Configuration['secrets']> {
    if (sealed === undefined) return {}
    if (this.#lastSealed?.sealed === sealed) return this.#lastSealed.secrets
    const opened = await this.#options.seal.open({ record: NOTIFICATIONS, field: SECRETS }, sealed)
    if (!('content' in opened)) return {}
    const secrets = Object.fromEntries(entriesOf(parsed(opened.content)).filter(isSecretsEntry))
    this.#lastSealed = { sealed, secrets }
    return secrets
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function isSecretsEntry(entry: [string, unknown]): entry is [string, ChannelSecrets] {
  const [, value] = entry
  return isObject(value) && typeof value['url'] === 'string'
}

function isMessage(value: unknown): value is Message {
  return (
    isObject(value) &&
    ['id', 'type', 'title', 'severity'].every((name) => typeof value[name] === 'string') &&
    isTime(value['at']) &&
    Array.isArray(value['items']) &&
    value['items'].every(isObject)
  )
}
