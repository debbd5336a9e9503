import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import {
  ClusterError,
  ForbiddenByClusterError,
  InvalidRequestError,
  NotFoundError,
} from '../../core/errors.ts'
import { diagnoseChain, unavailableKinds } from '../../diagnosis/diagnose-object.ts'
import { nameOf, type ObjectName } from '../../diagnosis/finding.ts'
import type { KubernetesObject } from '../../kinds/define-kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { kinds, type RegisteredKind } from '../../kinds/register.ts'
import { readRelated } from '../../relations/read-related.ts'
import type { RelatedObject } from '../../relations/schema.ts'
import { concludeFindings, summarize, unknownCause } from './conclude.ts'
import { foldLines } from './log-templates.ts'
import { observeState } from './observed-state.ts'
import { failingContainers, readLines } from './read-logs.ts'
import type { Conclusion, TroubleshootBody, Troubleshooting } from './schema.ts'

type Unavailable = NonNullable<Troubleshooting['unavailable']>[number]

/** Pods whose logs are read. */
const MAX_PODS = 3
const MAX_TEMPLATES = 5

/** Kinds whose objects have a detail, by their name; those of Nodes and Services are in routes of their own. */
const troubleshootable = new Map(
  kinds
    .filter(({ routes, path }) => routes.some((route) => route.path === `/api/${path}/{name}`))
    .map((kind) => [kind.kind, kind]),
)

/** Names of the kinds that can be named, for messages. */
const troubleshootableKinds = [...troubleshootable.keys()]

/**
 * Gathers the facts about an object and its chain, with the rights of the caller, and concludes from them. Rejects with
 * ForbiddenByClusterError or NotFoundError for the object itself; what else is denied is named in `unavailable`.
 */
export async function troubleshoot(
  cluster: Cluster,
  { resource, includeLogs = false }: TroubleshootBody,
  { now, time }: { readonly now: number; readonly time: Clock },
): Promise<Troubleshooting> {
  // The register's kinds are of Kubernetes objects.
  const kind = requireKind(resource) as Kind<KubernetesObject> & Pick<RegisteredKind, 'path' | 'summary'>
  const ref = { name: resource.name, ...(kind.namespaced ? { namespace: resource.namespace ?? '' } : {}) }
  const object = await cluster.get(kind, ref)
  const subject: ObjectName = { kind: kind.kind, ...ref }
  const { findings, log } = await diagnoseChain(cluster, kind, object, now)
  const unavailable: Unavailable[] = [...unavailableKinds(log)]
  const related = await readRelated(cluster, kind, object)
  unavailable.push(...(related.relatedUnavailable ?? []))
  const logs = includeLogs
    ? await logConclusions(cluster, { subject, related: related.related, unavailable, time })
    : []
  const known = concludeFindings(findings).map((one) => (includeLogs ? one : withoutLogs(one)))
  const state = observeState(kind.summary.project(object, now), object, now)
  const all = known.length > 0 || state.isHealthy ? known : [unknownCause(subject, state.status, includeLogs)]
  return {
    ...summarize(subject, all, unavailable.length === 0),
    findings: withNumberedEvidence([...all, ...logs]),
    related: [...related.related],
    ...(unavailable.length === 0 ? {} : { unavailable: eachOnce(unavailable) }),
  }
}

/** Returns the kind of an object that can be explained; throws InvalidRequestError for another. */
export function requireKind({ kind, namespace }: TroubleshootBody['resource']) {
  const found = troubleshootable.get(kind)
  if (found === undefined)
    throw new InvalidRequestError([
      { in: 'body', name: 'resource.kind', message: `must be one of ${troubleshootableKinds.join(', ')}` },
    ])
  if (found.namespaced && namespace === undefined)
    throw new InvalidRequestError([{ in: 'body', name: 'resource.namespace', message: 'is required' }])
  return found
}

/** A narrative cites evidence of all findings, so ids are unique in an answer. */
function withNumberedEvidence(findings: readonly Conclusion[]): Conclusion[] {
  let number = 0
  return findings.map((one) => ({
    ...one,
    evidence: one.evidence.map((evidence) => ({ ...evidence, id: `e${++number}` })),
  }))
}

/** Logs are only told to callers who ask for them. */
function withoutLogs(conclusion: Conclusion): Conclusion {
  return { ...conclusion, evidence: conclusion.evidence.filter(({ source }) => source !== 'log') }
}

/** Returns the repeated lines in the logs of failing containers, of the object itself or of its Pods. */
async function logConclusions(
  cluster: Cluster,
  {
    subject,
    related,
    unavailable,
    time,
  }: {
    readonly subject: ObjectName
    readonly related: readonly RelatedObject[]
    readonly unavailable: Unavailable[]
    readonly time: Clock
  },
): Promise<readonly Conclusion[]> {
  const owned = related.filter(({ relation, kind }) => relation === 'owns' && kind === pods.kind)
  const named = subject.kind === pods.kind ? [subject] : owned.slice(0, MAX_PODS)
  const conclusions: Conclusion[] = []
  for (const { name, namespace = '' } of named)
    try {
      conclusions.push(...(await logsOf(cluster, { name, namespace }, time)))
    } catch (error) {
      // A Pod that is gone, or whose log is not there any more, tells nothing.
      if (error instanceof NotFoundError || error instanceof InvalidRequestError) continue
      if (!(error instanceof ForbiddenByClusterError) && !(error instanceof ClusterError)) throw error
      const code = error instanceof ForbiddenByClusterError ? 'FORBIDDEN' : 'INTERNAL_ERROR'
      unavailable.push({ section: 'logs', code, error: error.message })
      break
    }
  return conclusions
}

async function logsOf(
  cluster: Cluster,
  ref: { readonly name: string; readonly namespace: string },
  time: Clock,
): Promise<readonly Conclusion[]> {
  const conclusions: Conclusion[] = []
  const pod = await cluster.get(pods, ref)
  for (const failing of failingContainers(pod)) {
    const templates = foldLines(await readLines(cluster, ref, failing, time), MAX_TEMPLATES)
    const [first] = templates
    if (first === undefined) continue
    const which = failing.previous ? 'the run before' : 'the last run'
    const reference = `Pod ${nameOf(ref)} log of ${failing.container}, ${which}`
    conclusions.push({
      id: ['log', 'Pod', ref.namespace, ref.name, failing.container].join('/'),
      rule: 'log',
      severity: 'info',
      subject: { kind: 'Pod', ...ref },
      title: `log of container ${failing.container}`,
      message: `${which} wrote: ${first.newest}`,
      evidence: templates.map(({ newest, count }, at) => ({
        id: `e${at + 1}`,
        source: 'log',
        reference,
        text: count === 1 ? newest : `${newest} (${count} lines alike)`,
      })),
      affected: 1,
      cause: first.newest,
      fix: [],
      confidence: 0.5,
    })
  }
  return conclusions
}

function eachOnce(all: readonly Unavailable[]): Unavailable[] {
  return [...new Map(all.map((one) => [one.section, one])).values()]
}
