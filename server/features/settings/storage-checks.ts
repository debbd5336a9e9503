import type { Validation } from '../../api/validation.ts'
import { isObject } from '../../core/json.ts'
import { MAX_ENTRIES, MAX_FILES } from './limits.ts'
import type { UrlCheck } from './pull-request-host.ts'
import {
  aliasBody,
  basketFile,
  preferencesPatch,
  pullRequest,
  selectedRepository,
  sidebarPins,
  type BasketFile,
  type PreferencesPatch,
  type PullRequest,
  type SelectedRepository,
} from './schema.ts'

/** A value of the storage without fields that settings do not have, or the mistake in it. */
export type Checked<T> = { readonly value: T } | { readonly mistake: string }

/** Checks of the parts of a browser's storage, by the schemas of the routes. */
export interface StorageChecks {
  readonly preferences: (value: unknown) => Checked<PreferencesPatch>
  readonly alias: (value: unknown) => Checked<{ contextName: string; alias: string }>
  readonly pins: (value: unknown) => Checked<readonly string[]>
  readonly repository: (value: unknown) => Checked<SelectedRepository>
  readonly pullRequests: (value: unknown) => Checked<readonly PullRequest[]>
  readonly files: (value: unknown) => Checked<readonly BasketFile[]>
}

interface ObjectOfProperties {
  readonly properties: Readonly<Record<string, unknown>>
}

/** Returns the checks; `checkUrl` checks the URLs of pull requests. */
export function createStorageChecks(validation: Validation, checkUrl: UrlCheck): StorageChecks {
  const pullRequests = listCheck<PullRequest>(validation, pullRequest, MAX_ENTRIES)
  const pins = { type: 'array', maxItems: MAX_ENTRIES, items: sidebarPins.properties.pinned.items }
  return {
    preferences: checkOf(validation, preferencesPatch),
    alias: checkOf(validation, aliasBody),
    pins: checkOf(validation, pins),
    repository: objectCheck(validation, selectedRepository),
    pullRequests: (value) => {
      const checked = pullRequests(value)
      if ('mistake' in checked) return checked
      const mistake = checked.value.map(({ url }) => checkUrl(url)).find((one) => one !== undefined)
      return mistake === undefined ? checked : { mistake: `url ${mistake}` }
    },
    files: listCheck(validation, basketFile, MAX_FILES),
  }
}

function checkOf<T>(validation: Validation, schema: object): (value: unknown) => Checked<T> {
  const mistakeIn = validation.value(schema)
  return (value) => {
    const mistake = mistakeIn(value)
    // The schema has just matched.
    return mistake === undefined ? { value: value as T } : { mistake }
  }
}

function objectCheck<T>(validation: Validation, schema: ObjectOfProperties): (value: unknown) => Checked<T> {
  const check = checkOf<T>(validation, schema)
  return (value) => check(knownFields(value, schema))
}

function listCheck<T>(
  validation: Validation,
  items: ObjectOfProperties,
  maxItems: number,
): (value: unknown) => Checked<readonly T[]> {
  const check = checkOf<readonly T[]>(validation, { type: 'array', maxItems, items })
  return (value) => check(Array.isArray(value) ? value.map((item) => knownFields(item, items)) : value)
}

/** Returns an object without fields that the schema does not have, and without nulls: pages keep more. */
function knownFields(value: unknown, { properties }: ObjectOfProperties): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => Object.hasOwn(properties, name) && field !== null),
  )
}
