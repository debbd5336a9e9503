import { InvalidRequestError, PayloadTooLargeError } from '../../core/errors.ts'
import { MAX_ENTRIES } from './limits.ts'
import {
  resourceTypes,
  type BasketFile,
  type Preferences,
  type PreferencesPatch,
  type PullRequest,
  type ResourceType,
  type SelectedRepository,
} from './schema.ts'
import { isSafeName, type SectionChanges, type Sections } from './sections.ts'

/** Preferences of people who set none, in an installation without defaults of its own. */
const PRESET: Preferences = {
  selectedContext: null,
  selectedNamespace: '',
  realtimeEnabled: true,
  autoRefreshEnabled: true,
  autoRefreshInterval: 30,
  themeMode: 'system',
  compactMode: false,
  notificationsEnabled: false,
  hasCompletedWelcome: false,
}
const PRESET_ISSUES: readonly ResourceType[] = ['pods', 'nodes', 'deployments', 'pvs']

/** Returns all preferences: those of the person, over those of the installation, over the preset ones. */
export function allPreferences(own: PreferencesPatch, ofInstallation: PreferencesPatch): Preferences {
  const all = { ...PRESET, ...ofInstallation, ...own }
  return { ...all, selectedNamespace: all.selectedNamespace ?? '' }
}

/** Returns the enabled kinds of critical issues: those of the person, or the preset ones. */
export function enabledIssues({ criticalIssues }: Sections): readonly ResourceType[] {
  return criticalIssues ?? PRESET_ISSUES
}

/** Returns the change that sets some preferences; undefined if they are set already. */
export function setPreferences(
  { preferences }: Sections,
  patch: PreferencesPatch,
): SectionChanges | undefined {
  const isChanged = Object.entries(patch).some(([name, value]) => Reflect.get(preferences, name) !== value)
  return isChanged ? { preferences: { ...preferences, ...patch } } : undefined
}

/** Throws InvalidRequestError for a name of a context that cannot be a key of a map. */
export function requireSafeName(name: string): void {
  if (!isSafeName(name))
    throw new InvalidRequestError([
      { in: 'body', name: 'contextName', message: 'must be well-formed text other than "__proto__"' },
    ])
}

export function setAlias({ aliases }: Sections, context: string, alias: string): SectionChanges | undefined {
  if (Object.hasOwn(aliases, context) && aliases[context] === alias) return undefined
  return { aliases: requireRoom('aliases', { ...aliases, [context]: alias }) }
}

export function deleteAlias({ aliases }: Sections, context: string): SectionChanges | undefined {
  if (!Object.hasOwn(aliases, context)) return undefined
  return { aliases: Object.fromEntries(Object.entries(aliases).filter(([name]) => name !== context)) }
}

export function setIssueType(
  sections: Sections,
  type: ResourceType,
  enabled: boolean,
): SectionChanges | undefined {
  const before = enabledIssues(sections)
  if (before.includes(type) === enabled) return undefined
  return { criticalIssues: resourceTypes.filter((one) => (one === type ? enabled : before.includes(one))) }
}

export function setPin({ pins }: Sections, path: string, pinned: boolean): SectionChanges | undefined {
  if (pins.includes(path) === pinned) return undefined
  return { pins: pinned ? requireRoom('pins', [...pins, path]) : pins.filter((one) => one !== path) }
}

/** Returns the pull request or file with the repository that it belongs to: its own, or the selected one. */
export function withRepository<T extends BasketFile | PullRequest>(
  item: T,
  selected: SelectedRepository | undefined,
): T {
  return item.owner === undefined && selected !== undefined ? { ...item, ...selected } : item
}

/** Returns the pull requests with one more, which replaces the one of the same Deployment. */
export function putPullRequest(all: readonly PullRequest[], added: PullRequest): readonly PullRequest[] {
  const at = all.findIndex((one) => isSameDeployment(one, added))
  return at < 0 ? requireRoom('pull requests', [...all, added]) : all.with(at, added)
}

/** Returns the change that deletes the pull requests of a Deployment; without a context, those of any. */
export function deletePullRequests(
  { pullRequests }: Sections,
  { context, ...deployment }: Pick<PullRequest, 'deploymentName' | 'namespace' | 'context'>,
): SectionChanges | undefined {
  const left = pullRequests.filter(
    (one) => !isSameDeployment(one, { ...deployment, context: context ?? one.context }),
  )
  return left.length === pullRequests.length ? undefined : { pullRequests: left }
}

type DeploymentKey = Pick<PullRequest, 'deploymentName' | 'namespace'> & { context?: string | undefined }

function isSameDeployment(one: DeploymentKey, other: DeploymentKey): boolean {
  return (
    one.deploymentName === other.deploymentName &&
    one.namespace === other.namespace &&
    one.context === other.context
  )
}

/** Returns a list or map; throws PayloadTooLargeError if it has too many entries. */
export function requireRoom<T extends object>(subject: string, entries: T): T {
  const count = Object.keys(entries).length
  if (count > MAX_ENTRIES)
    throw new PayloadTooLargeError(
      `there would be ${count} ${subject}, and at most ${MAX_ENTRIES} are possible: delete some first`,
    )
  return entries
}
