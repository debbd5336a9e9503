import { NotConfiguredError, PayloadTooLargeError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { quote } from '../../core/formats/sanitize.ts'
import { putFile } from './basket.ts'
import { putPullRequest, requireRoom, withRepository } from './changes.ts'
import type { SettingsRecord } from './record.ts'
import { resourceTypes, type BasketFile, type Migration, type ResourceType } from './schema.ts'
import { isSafeName, withSections, type SectionChanges, type Sections } from './sections.ts'
import type { StorageChecks } from './storage-checks.ts'

/** Functions that read and change a record. */
export interface ImportTools {
  readonly readSections: (plain: SettingsRecord['plain']) => Sections
  readonly openBasket: (record: SettingsRecord) => Promise<readonly BasketFile[]>
  readonly closeBasket: (record: SettingsRecord, files: readonly BasketFile[]) => Promise<SettingsRecord>
}

/** The import of a part of one key. It rejects with SkippedError and the errors of limits if the part cannot be imported. */
export interface ImportStep {
  readonly key: string
  readonly run: (record: SettingsRecord, tools: ImportTools) => Promise<SettingsRecord>
}

/** A part of the storage is not imported. */
class SkippedError extends Error {}

type Part = ImportStep['run']
type Parts = (state: unknown, checks: StorageChecks) => readonly Part[]

/** Parts of a value by the suffix of its key; what stands before it is the name of the program. */
const PARTS: readonly (readonly [suffix: string, parts: Parts])[] = [
  ['-mode', modeParts],
  ['-github', repositoryParts],
  ['-repohost', repositoryParts],
  ['-cluster-aliases', (state, checks) => [aliasesPart(memberOr(state, 'aliases'), checks)]],
  ['-critical-issues-settings', (state) => [issuesPart(memberOr(state, 'enabled'))]],
  ['-sidebar-pins', (state, checks) => [pinsPart(memberOr(state, 'pinned'), checks)]],
]

/** Returns the steps that import the storage of a browser: one or more for each key. */
export function importSteps(storage: Readonly<Record<string, unknown>>, checks: StorageChecks): ImportStep[] {
  return Object.entries(storage).flatMap(([key, value]) => {
    const [, parts] = PARTS.find(([suffix]) => key.endsWith(suffix)) ?? []
    if (parts === undefined) return [{ key, run: skip('the key is not one of settings') }]
    const state = stateIn(value)
    if (state === undefined) return [{ key, run: skip('the value is not JSON') }]
    return parts(state.value, checks).map((run) => ({ key, run }))
  })
}

/** Runs the steps on a record. Returns the new record, the same if nothing is imported, and the result by key. */
export async function runImport(
  steps: readonly ImportStep[],
  record: SettingsRecord,
  tools: ImportTools,
): Promise<{ readonly record: SettingsRecord; readonly migration: Migration }> {
  const imported = new Set<string>()
  const skipped: Migration['skipped'] = []
  let current = record
  for (const { key, run } of steps)
    try {
      current = await run(current, tools)
      imported.add(key)
    } catch (error) {
      if (!isReason(error)) throw error
      skipped.push({ key, reason: error.message })
    }
  return { record: current, migration: { imported: [...imported], skipped } }
}

function isReason(error: unknown): error is Error {
  return [SkippedError, PayloadTooLargeError, NotConfiguredError].some((type) => error instanceof type)
}

function skip(reason: string): Part {
  return async () => {
    throw new SkippedError(reason)
  }
}

/** Returns a part that changes sections in clear. */
function sectionsPart(change: (sections: Sections) => SectionChanges): Part {
  return async (record, { readSections }) => withSections(record, change(readSections(record.plain)))
}

/** There is no demo mode per person, but the same value may have the selected context and namespace. */
function modeParts(state: unknown, checks: StorageChecks): Part[] {
  const { selectedContext, selectedNamespace } = isObject(state) ? state : {}
  const context = isObject(selectedContext) ? selectedContext['name'] : selectedContext
  const selection = {
    ...(context === undefined ? {} : { selectedContext: context }),
    ...(selectedNamespace === undefined ? {} : { selectedNamespace }),
  }
  const mode = skip('no demo mode per person')
  if (Object.keys(selection).length === 0) return [mode]
  const patch = checks.preferences(selection)
  if ('mistake' in patch) return [mode, skip(patch.mistake)]
  return [mode, sectionsPart(({ preferences }) => ({ preferences: { ...preferences, ...patch.value } }))]
}

function aliasesPart(value: unknown, checks: StorageChecks): Part {
  if (!isObject(value)) return skip('aliases must be a map from contexts to aliases')
  const added: [string, string][] = []
  for (const [context, alias] of Object.entries(value)) {
    const checked = checks.alias({ contextName: context, alias })
    if ('mistake' in checked) return skip(`alias of context ${quote(context, 64)}: ${checked.mistake}`)
    if (!isSafeName(context)) return skip(`context ${quote(context, 64)} cannot have an alias`)
    added.push([context, checked.value.alias])
  }
  return sectionsPart(({ aliases }) => ({
    aliases: requireRoom('aliases', { ...aliases, ...Object.fromEntries(added) }),
  }))
}

/** Accepts a list of kinds, and a map from kinds to whether they are enabled. */
function issuesPart(value: unknown): Part {
  const names = isObject(value) ? enabledNames(value) : value
  if (!Array.isArray(names))
    return skip('enabled must be a list of kinds, or a map from kinds to true or false')
  const isKnown = (name: unknown): name is ResourceType => resourceTypes.some((type) => type === name)
  const unknown: unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined)
    return skip(
      `${typeof unknown === 'string' ? quote(unknown, 64) : 'a value'} is not one of ${resourceTypes.join(', ')}`,
    )
  return sectionsPart(() => ({ criticalIssues: resourceTypes.filter((type) => names.includes(type)) }))
}

/** Returns the names that a map enables; undefined if a value is not a boolean. */
function enabledNames(map: Readonly<Record<string, unknown>>): string[] | undefined {
  const entries = Object.entries(map)
  if (!entries.every(([, enabled]) => typeof enabled === 'boolean')) return undefined
  return entries.filter(([, enabled]) => enabled === true).map(([name]) => name)
}

function pinsPart(value: unknown, checks: StorageChecks): Part {
  const added = checks.pins(value)
  if ('mistake' in added) return skip(`pinned: ${added.mistake}`)
  return sectionsPart(({ pins }) => ({ pins: requireRoom('pins', [...new Set([...pins, ...added.value])]) }))
}

function repositoryParts(state: unknown, checks: StorageChecks): Part[] {
  const { selectedRepo, pendingPRs, editBasket } = isObject(state) ? state : {}
  const parts: Part[] = []
  if (selectedRepo !== undefined && selectedRepo !== null) {
    const repository = checks.repository(selectedRepo)
    parts.push(
      'mistake' in repository
        ? skip(`selectedRepo: ${repository.mistake}`)
        : sectionsPart(() => ({ repository: repository.value })),
    )
  }
  if (pendingPRs !== undefined) parts.push(pullRequestsPart(pendingPRs, checks))
  if (editBasket !== undefined) parts.push(basketPart(editBasket, checks))
  return parts.length > 0 ? parts : [skip('it has neither selectedRepo, pendingPRs nor editBasket')]
}

function pullRequestsPart(value: unknown, checks: StorageChecks): Part {
  const added = checks.pullRequests(value)
  if ('mistake' in added) return skip(`pendingPRs: ${added.mistake}`)
  return sectionsPart(({ pullRequests, repository }) => ({
    pullRequests: added.value.reduce(
      (all, one) => putPullRequest(all, withRepository(one, repository)),
      pullRequests,
    ),
  }))
}

function basketPart(value: unknown, checks: StorageChecks): Part {
  const added = checks.files(value)
  if ('mistake' in added) return skip(`editBasket: ${added.mistake}`)
  return async (record, { readSections, openBasket, closeBasket }) => {
    const { repository } = readSections(record.plain)
    const files = added.value.reduce(
      (all, one) => putFile(all, withRepository(one, repository)),
      await openBasket(record),
    )
    return closeBasket(record, files)
  }
}

/** Returns the member of an object, or the value itself: a dump has either. */
function memberOr(state: unknown, name: string): unknown {
  return isObject(state) && Object.hasOwn(state, name) ? state[name] : state
}

/** Returns a value of the storage: JSON, possibly as a text, possibly below `state` as stores of pages keep it. */
function stateIn(value: unknown): { readonly value: unknown } | undefined {
  let parsed = value
  if (typeof value === 'string')
    try {
      parsed = JSON.parse(value)
    } catch {
      return undefined
    }
  return { value: isObject(parsed) && isObject(parsed['state']) ? parsed['state'] : parsed }
}
