import type { Validation } from '../../api/validation.ts'
import { isObject } from '../../core/json.ts'
import type { SettingsRecord } from './record.ts'
import {
  aliasMap,
  preferencesPatch,
  pullRequest,
  resourceTypes,
  selectedRepository,
  sidebarPins,
  type PreferencesPatch,
  type PullRequest,
  type ResourceType,
  type SelectedRepository,
} from './schema.ts'

/** The sections of a record in clear, by their names in the record. A person has set none at first. */
export interface Sections {
  /** Only those that differ from the defaults, or that the person set. */
  readonly preferences: PreferencesPatch
  readonly aliases: Readonly<Record<string, string>>
  /** Undefined: the default. */
  readonly criticalIssues: readonly ResourceType[] | undefined
  readonly pins: readonly string[]
  readonly repository: SelectedRepository | undefined
  readonly pullRequests: readonly PullRequest[]
}

/** New values of some sections; undefined removes a section. */
export type SectionChanges = { readonly [S in keyof Sections]?: Sections[S] | undefined }

/** Names that would not be an own key of an object in some programs. */
const UNSAFE_NAME = '__proto__'

/** Whether a name can be a key of a map in a response. */
export function isSafeName(name: string): boolean {
  return name !== UNSAFE_NAME && name.isWellFormed()
}

/** Returns a function that reads the sections of a record. What is not valid, such as after an edit by hand, is left out. */
export function sectionReader(validation: Validation): (plain: SettingsRecord['plain']) => Sections {
  const valid = checksOf(validation)
  return (plain) => {
    const own = (name: keyof Sections): unknown => (Object.hasOwn(plain, name) ? plain[name] : undefined)
    const enabled = own('criticalIssues')
    const repository = own('repository')
    return {
      preferences: Object.fromEntries(
        entriesOf(own('preferences')).filter(([name, value]) => valid.preferences({ [name]: value })),
      ),
      aliases: Object.fromEntries(
        entriesOf(own('aliases')).filter(
          (entry): entry is [string, string] => isSafeName(entry[0]) && valid.alias(entry[1]),
        ),
      ),
      criticalIssues: Array.isArray(enabled)
        ? resourceTypes.filter((type) => enabled.includes(type))
        : undefined,
      pins: itemsOf(own('pins')).filter((item) => valid.pin(item)),
      repository: valid.repository(repository) ? repository : undefined,
      pullRequests: itemsOf(own('pullRequests')).filter((item) => valid.pullRequest(item)),
    }
  }
}

/** Returns the record with these changes; sections that this version does not know stay. */
export function withSections(record: SettingsRecord, changes: SectionChanges): SettingsRecord {
  const plain = Object.entries({ ...record.plain, ...changes }).filter(([, value]) => value !== undefined)
  return { ...record, plain: Object.fromEntries(plain) }
}

type Guard<T> = (value: unknown) => value is T

/** Returns type guards by the schemas of the routes. */
function checksOf(validation: Validation) {
  const matches = (schema: object) => {
    const mistakeIn = validation.value(schema)
    return (value: unknown): boolean => mistakeIn(value) === undefined
  }
  return {
    preferences: matches(preferencesPatch) as Guard<PreferencesPatch>,
    alias: matches(aliasMap.properties.aliases.additionalProperties) as Guard<string>,
    pin: matches(sidebarPins.properties.pinned.items) as Guard<string>,
    repository: matches(selectedRepository) as Guard<SelectedRepository>,
    pullRequest: matches(pullRequest) as Guard<PullRequest>,
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
