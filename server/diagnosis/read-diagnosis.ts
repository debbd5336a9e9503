import type { SubjectAccess } from '../cluster/access/subject-access.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Clock } from '../core/clock.ts'
import { ForbiddenByClusterError, InvalidRequestError } from '../core/errors.ts'
import type { UserInfo } from '../core/user-info.ts'
import { combinedError } from '../kinds/shared/read-sections.ts'
import type { UnavailableSection } from '../api/schemas/unavailable.ts'
import { pods } from '../kinds/pods/kind.ts'
import { paginate } from '../kinds/shared/paginate.ts'
import { kindKey } from './facts.ts'
import { factKinds } from './fact-kinds.ts'
import type { Finding } from './finding.ts'
import type { MayRead } from './cached-facts.ts'
import { foldFindings, type FindingGroup } from './fold.ts'
import { keyOfFinding, type KeptFindings } from './kept-findings.ts'
import { sectionOf } from './section-of.ts'
import { reportGroup } from './schema.ts'
import type { DiagnosisQuery, DiagnosisReport } from './routes.ts'

/** Time after which a diagnosis is incomplete while kinds are still being read. */
const TIME_LIMIT_MS = 3000

/** A caller whose own rights count, with the access reviews of the cluster. */
export interface DiagnosisCaller {
  readonly subject: UserInfo
  readonly callers: Pick<SubjectAccess, 'of'>
}

/** A reading of the findings that are kept up. */
export interface FindingsReading {
  readonly kept: KeptFindings
  readonly time: Clock
  readonly signal: AbortSignal
  /** Undefined where only the rights of the service count. */
  readonly caller: DiagnosisCaller | undefined
}

/** The folded findings that a caller may see. */
export interface VisibleFindings {
  /** The denials, if the service or the caller may read nothing at all. */
  readonly denials: readonly ForbiddenByClusterError[]
  readonly groups: readonly FindingGroup[]
  readonly unavailable: readonly UnavailableSection[]
  readonly syncing: readonly string[]
}

/**
 * Returns one page of the findings of a cluster. Rejects with InvalidRequestError if the caller has to name a namespace, with
 * ForbiddenByClusterError if all kinds are denied, with ClusterError if the cluster is not reachable, and as `visibleFindings` does.
 */
export async function readDiagnosis(
  reading: FindingsReading,
  query: DiagnosisQuery,
): Promise<DiagnosisReport> {
  const { namespace, severity, limit, continue: token } = query
  if (namespace !== undefined) {
    const outside = await reading.kept.denialsIn(namespace, reading.signal)
    if (outside.length > 0) throw combinedError(outside)
  }
  const { groups, unavailable, syncing, denials } = await visibleFindings(reading, namespace)
  const isDenied = unavailable.some(({ section, code }) => section === pods.path && code === 'FORBIDDEN')
  if (reading.caller !== undefined && namespace === undefined && isDenied)
    throw new InvalidRequestError([
      {
        in: 'query',
        name: 'namespace',
        message: 'is required: the caller may not list Pods in all namespaces',
      },
    ])
  if (denials.length > 0) throw combinedError(denials)
  if (reading.kept.failure !== undefined) throw reading.kept.failure
  const selected = groups
    .filter((group) => severity === undefined || group.severity === severity)
    .map((group, index) => ({ group, position: String(index).padStart(9, '0') }))
  const cut = paginate(selected, ({ position }) => position, ['diagnosis', namespace ?? '', severity ?? ''], {
    ...(limit === undefined ? {} : { limit }),
    ...(token === undefined ? {} : { continue: token }),
  })
  return {
    findings: cut.items.map(({ group }) => reportGroup(group)),
    total: selected.length,
    unavailable: [...unavailable],
    ...(syncing.length === 0 ? {} : { syncing: [...syncing] }),
    ...(cut.continue === undefined ? {} : { continue: cut.continue }),
  }
}

/** Returns the findings that the caller may see, folded. Rejects with ClusterError if the cluster does not decide what those are. */
export async function visibleFindings(
  { kept, time, signal, caller }: FindingsReading,
  namespace: string | undefined,
): Promise<VisibleFindings> {
  await kept.verify(signal)
  const timeLimit = new AbortController()
  const cancel = time.after(TIME_LIMIT_MS, () => timeLimit.abort())
  await kept.whenSettled(AbortSignal.any([timeLimit.signal, signal]))
  cancel()
  signal.throwIfAborted()
  const { denied, denials, onlyInNamespace } = await deniedKinds(kept, caller, namespace)
  const isSelected = ({ subject }: Finding) =>
    namespace === undefined || subject.namespace === namespace || subject.namespace === undefined
  const all = kept.findings.filter((one) => !denied.has(one.subjectKind) && isSelected(one))
  const mayRead: MayRead = (kind, within) =>
    !denied.has(kindKey(kind)) && (!onlyInNamespace.has(kindKey(kind)) || within === namespace)
  const visible = caller === undefined ? all : await restrict(kept, all, mayRead)
  const selected =
    namespace === undefined ? visible : visible.filter((one) => isOfNamespace(one, namespace, visible))
  return {
    denials: denied.size === kept.kinds.length ? denials : [],
    groups: foldFindings(selected, ({ kind }) => !denied.has(keyOfKindName(kind))),
    unavailable: [...denied.values()],
    syncing: kept.settled ? [] : kept.syncing.map(sectionOf),
  }
}

/** Diagnoses objects again that have a finding which rests on objects that the caller may not read. */
async function restrict(
  kept: KeptFindings,
  findings: readonly Finding[],
  mayRead: MayRead,
): Promise<readonly Finding[]> {
  const hidden = new Set(kept.kinds.filter((kind) => !mayRead(kind, undefined)).map(kindKey))
  const usesHidden = ({ kinds: read }: Finding) => [...read].some((key) => hidden.has(key))
  const again = findings.filter(usesHidden)
  const objects = new Set(again.map(keyOfFinding))
  return [
    ...findings.filter((one) => !objects.has(keyOfFinding(one))),
    ...(await kept.restricted(again, mayRead)),
  ]
}

/** Whether a finding is about the namespace, or about an object outside namespaces that explains one that is. */
function isOfNamespace({ subject, id }: Finding, namespace: string, all: readonly Finding[]): boolean {
  if (subject.namespace !== undefined) return subject.namespace === namespace
  return all.some((one) => one.subject.namespace === namespace && one.causes.some((cause) => cause.id === id))
}

/** The kinds whose objects a response leaves out, by key. */
interface DeniedKinds {
  /** The kinds that the service or the caller may not list, as responses name them. */
  readonly denied: ReadonlyMap<string, UnavailableSection>
  readonly denials: readonly ForbiddenByClusterError[]
  /** The kinds that the caller may list in the namespace of the request and not in all. */
  readonly onlyInNamespace: ReadonlySet<string>
}

/** Asks for each kind whether the caller may list it everywhere, and if not, in the namespace of the request. */
async function deniedKinds(
  kept: KeptFindings,
  caller: DiagnosisCaller | undefined,
  namespace: string | undefined,
): Promise<DeniedKinds> {
  const denied = new Map<string, UnavailableSection>()
  const denials: ForbiddenByClusterError[] = []
  const onlyInNamespace = new Set<string>()
  for (const { kind, denial, message } of kept.unreadable) {
    denied.set(kindKey(kind), unavailable(kind, denial !== undefined, message))
    if (denial !== undefined) denials.push(denial)
  }
  if (caller === undefined) return { denied, denials, onlyInNamespace }
  const rights = caller.callers.of(caller.subject)
  const refusal = async (kind: Kind<unknown>, within: string | undefined) => {
    try {
      await rights.demand({ verb: 'list', kind, namespace: within })
      return undefined
    } catch (error) {
      if (error instanceof ForbiddenByClusterError) return error
      throw error
    }
  }
  const refused = await Promise.all(
    kept.kinds.map(async (kind) => {
      const everywhere = await refusal(kind, undefined)
      const isNarrowed = everywhere !== undefined && kind.namespaced && namespace !== undefined
      return { kind, everywhere, within: isNarrowed ? await refusal(kind, namespace) : everywhere }
    }),
  )
  for (const { kind, everywhere, within } of refused) {
    if (everywhere !== undefined && within === undefined) onlyInNamespace.add(kindKey(kind))
    if (within === undefined) continue
    denied.set(kindKey(kind), unavailable(kind, true, within.message))
    denials.push(within)
  }
  return { denied, denials, onlyInNamespace }
}

function unavailable(kind: Kind<unknown>, isDenied: boolean, error: string): UnavailableSection {
  return { section: sectionOf(kind), code: isDenied ? 'FORBIDDEN' : 'INTERNAL_ERROR', error }
}

function keyOfKindName(name: string): string {
  const kind = factKinds.find((one) => one.kind === name)
  return kind === undefined ? name : kindKey(kind)
}
