import type { ClusterConnection } from '../../cluster/contexts/cluster-connection.ts'
import type { Finding, ObjectName } from '../../diagnosis/finding.ts'
import { foldFindings, type FindingGroup } from '../../diagnosis/fold.ts'
import type { KeptFindings } from '../../diagnosis/kept-findings.ts'
import { fingerprintOf, type Problem } from './alerts/problem.ts'

/** Problems of one context at one time. */
interface ContextObservation {
  readonly problems: readonly Problem[]
  /** Whether a problem that is not among them is over: its context is in sync, its kind may be read, and no other explains it. */
  readonly observes: (problem: Problem) => boolean
}

/** Problems of all contexts at one time. */
export interface Observation extends ContextObservation {
  /** The contexts that could be observed. */
  readonly contexts: readonly string[]
}

/** The findings of one context, as far as observing needs them. */
export type ObservedFindings = Pick<
  KeptFindings,
  'findings' | 'settled' | 'failure' | 'unreadable' | 'verify'
>

/** Rules about the image of a container, whose group is the image. */
const IMAGE_RULES = new Set(['image-not-found', 'image-pull-refused'])
/** The registry of images whose name has none. */
const DEFAULT_REGISTRY = 'docker.io'

/**
 * Observes the problems of contexts. A context that is not in sync, or whose cluster does not respond, is not observed: its alerts stay
 * as they are.
 */
export async function observeProblems(
  contexts: readonly { readonly name: string; readonly findings: ObservedFindings }[],
  signal: AbortSignal,
): Promise<Observation> {
  const observations = await Promise.all(
    contexts.map(async ({ name, findings }) => [name, await observeContext(name, findings, signal)] as const),
  )
  const byContext = new Map(observations)
  return {
    problems: observations.flatMap(([, observed]) => observed?.problems ?? []),
    contexts: observations.flatMap(([name, observed]) => (observed === undefined ? [] : [name])),
    observes: (problem) => byContext.get(problem.context)?.observes(problem) ?? false,
  }
}

/** Returns the contexts of these names that exist, or the default one without names. */
export function contextsOf(
  names: readonly string[],
  get: (name: string | undefined) => ClusterConnection | undefined,
): readonly ClusterConnection[] {
  return (names.length === 0 ? [undefined] : names).flatMap((name) => get(name) ?? [])
}

async function observeContext(
  context: string,
  kept: ObservedFindings,
  signal: AbortSignal,
): Promise<ContextObservation | undefined> {
  try {
    await kept.verify(signal)
  } catch {
    return undefined
  }
  if (!kept.settled || kept.failure !== undefined) return undefined
  const groups = foldFindings(kept.findings, () => true)
  const problems = new Map<string, Problem>()
  for (const group of groups) {
    const problem = problemOf(context, group)
    const fingerprint = fingerprintOf(problem)
    const known = problems.get(fingerprint)
    // The most severe group comes first.
    problems.set(
      fingerprint,
      known === undefined ? problem : { ...known, affected: known.affected + problem.affected },
    )
  }
  const explained = new Set(
    groups.flatMap(({ explains }) => explains.map((finding) => fingerprintOf(effectOf(context, finding)))),
  )
  const unreadable = new Set(kept.unreadable.map(({ kind }) => kind.kind))
  return {
    problems: [...problems.values()],
    observes: (problem) => !unreadable.has(problem.kind) && !explained.has(fingerprintOf(problem)),
  }
}

function problemOf(context: string, { subject, severity, since, affected, shown }: FindingGroup): Problem {
  return { ...described(context, shown, subject), severity, affected, since: millisecondsOf(since) }
}

function effectOf(context: string, finding: Finding): Problem {
  return described(context, finding, finding.owner ?? finding.subject)
}

function described(
  context: string,
  { rule, severity, title, message, since, group }: Finding,
  { kind, name, namespace = '' }: ObjectName,
): Problem {
  const base = { context, rule, severity, kind, name, namespace, title, message, affected: 1 }
  const registry = IMAGE_RULES.has(rule) ? { registry: registryOf(group) } : {}
  return { ...base, since: millisecondsOf(since), ...registry }
}

function millisecondsOf(since: string | undefined): number | undefined {
  const milliseconds = since === undefined ? Number.NaN : Date.parse(since)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** Returns the registry of an image: the part before the first slash, if it is a host. Source: distribution/reference. */
function registryOf(image: string): string {
  const slash = image.indexOf('/')
  const first = slash === -1 ? '' : image.slice(0, slash)
  return /[.:]/.test(first) || first === 'localhost' ? first : DEFAULT_REGISTRY
}
