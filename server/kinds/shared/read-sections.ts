import { ClusterError, ForbiddenByClusterError, InvalidRequestError } from '../../core/errors.ts'
import { pause, type Clock } from '../../core/clock.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { UnavailableSection } from '../../api/schemas/unavailable.ts'

/** A part of a response that is read from one kind. */
export interface Section<V> {
  readonly kind: Kind<unknown>
  readonly read: () => Promise<V>
}

/** Sections by their names in the response. */
type Sections = Readonly<Record<string, Section<unknown>>>

/** The values of sections; null for a section that is not available. */
export type SectionValues<S extends Sections> = {
  readonly [N in keyof S]: Awaited<ReturnType<S[N]['read']>> | null
}

export interface ReadOptions {
  /** Namespace of the request. */
  readonly namespace: string | undefined
  /** Whether the rights of the caller count, not only those of the service. */
  readonly isCallerAuthorized: boolean
  /** Resolves when sections that are still being read are left out. Default: never. */
  readonly timeLimit?: Promise<void>
}

export interface SectionResults<S extends Sections> {
  readonly values: SectionValues<S>
  readonly unavailable: UnavailableSection[]
  /** Names of the sections that were still being read at the time limit. */
  readonly syncing: string[]
}

/** Time after which a response leaves out the sections that are still being read. */
const TIME_LIMIT_MS = 3000

/** Errors that a response reports for one section. */
export type Reported = ForbiddenByClusterError | ClusterError
type Outcome = { readonly value: unknown } | { readonly error: Reported } | 'syncing'

/** Reads the sections of a response for at most 3 s, as `readSections` does. */
export async function readSectionsInTime<S extends Sections>(
  time: Clock,
  sections: S,
  options: Omit<ReadOptions, 'timeLimit'>,
): Promise<SectionResults<S>> {
  const ended = new AbortController()
  try {
    return await readSections(sections, { ...options, timeLimit: pause(time, TIME_LIMIT_MS, ended.signal) })
  } finally {
    ended.abort()
  }
}

/**
 * Reads the sections of a response at the same time. A section that the cluster denies or fails to list is reported, and the others
 * are served. Rejects if no section is available: with InvalidRequestError if the caller has to name a namespace, with
 * ForbiddenByClusterError if all sections are denied, else with the failure of the cluster.
 */
export async function readSections<S extends Sections>(
  sections: S,
  { namespace, isCallerAuthorized, timeLimit }: ReadOptions,
): Promise<SectionResults<S>> {
  const limit = timeLimit?.then((): Outcome => 'syncing')
  const results = await Promise.all(
    Object.entries(sections).map(async ([name, section]) => {
      const outcome = outcomeOf(section)
      return {
        name,
        section,
        outcome: await (limit === undefined ? outcome : Promise.race([outcome, limit])),
      }
    }),
  )
  const failed = results.flatMap(({ name, section: { kind }, outcome }) =>
    outcome !== 'syncing' && 'error' in outcome ? [{ name, kind, error: outcome.error }] : [],
  )
  const isDenied = (name: string) =>
    failed.some((one) => one.name === name && one.error instanceof ForbiddenByClusterError)
  const namespaced = results.filter(({ section }) => section.kind.namespaced)
  const isNamespaceMissing = isCallerAuthorized && namespace === undefined && namespaced.length > 0
  if (isNamespaceMissing && namespaced.every(({ name }) => isDenied(name)))
    throw new InvalidRequestError([
      { in: 'query', name: 'namespace', message: 'is required: the caller may not list all namespaces' },
    ])
  if (failed.length === results.length) throw combinedError(failed.map(({ error }) => error))
  return {
    // Each section's own result is under its name.
    values: Object.fromEntries(
      results.map(({ name, outcome }) => [
        name,
        outcome !== 'syncing' && 'value' in outcome ? outcome.value : null,
      ]),
    ) as SectionValues<S>,
    unavailable: failed.map(({ name, error }) => unavailableBy(name, error)),
    syncing: results.filter(({ outcome }) => outcome === 'syncing').map(({ name }) => name),
  }
}

/** Returns the report of a section that could not be read. */
export function unavailableBy(section: string, error: Reported): UnavailableSection {
  const code = error instanceof ForbiddenByClusterError ? 'FORBIDDEN' : 'INTERNAL_ERROR'
  return { section, code, error: error.message }
}

/** Whether a response reports an error for one section, and serves the others. */
export function isReported(error: unknown): error is Reported {
  return error instanceof ForbiddenByClusterError || error instanceof ClusterError
}

async function outcomeOf({ read }: Section<unknown>): Promise<Outcome> {
  try {
    return { value: await read() }
  } catch (error) {
    if (isReported(error)) return { error }
    throw error
  }
}

/** Returns the error of a response without any section: a failure of the cluster, else a denial with every missing right. */
export function combinedError(errors: readonly Reported[]): Reported | undefined {
  const denials = errors.filter((error) => error instanceof ForbiddenByClusterError)
  const [first] = denials
  if (first === undefined || denials.length < errors.length)
    return errors.find((error) => error instanceof ClusterError)
  return new ForbiddenByClusterError(
    first.message,
    denials.flatMap(({ missing }) => missing),
    first.hint,
  )
}
