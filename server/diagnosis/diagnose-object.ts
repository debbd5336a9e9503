import type { Kind } from '../cluster/kind.ts'
import type { Cluster } from '../cluster/read/cluster.ts'
import { ForbiddenByClusterError } from '../core/errors.ts'
import type { UnavailableSection } from '../api/schemas/unavailable.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { rulesByKind } from './define-rule.ts'
import { Diagnosis, type ObjectDiagnosis } from './diagnosis.ts'
import { kindKey, type UnavailableFact } from './facts.ts'
import type { Finding, ObjectName } from './finding.ts'
import { ruleFailures } from './rule-failures.ts'
import { ReadFacts } from './read-facts.ts'
import { rules } from './register.ts'
import { reportFinding, type IncludedDiagnosis } from './schema.ts'
import { sectionOf } from './section-of.ts'

const allRules = rulesByKind(rules)

/** Maximum number of times that the rules are run: each run asks for what the facts of the run before lead to. */
const MAX_RUNS = 12

interface DiagnosedObject extends ObjectDiagnosis {
  /** The findings of the object, then those of other objects that explain them. */
  readonly findings: readonly Finding[]
  readonly hasReadLogs: boolean
}

/** Diagnoses one object, with the facts that the caller may read. Rejects if the request ends. */
export async function diagnoseObject(
  cluster: Cluster,
  kind: Kind<KubernetesObject>,
  object: KubernetesObject,
  now: number,
): Promise<DiagnosedObject> {
  return diagnoseBy(cluster, now, (diagnosis) => diagnosis.of(kind, object))
}

/** Diagnoses an object and what it controls: a Deployment says nothing of its Pods while its rollout is new. */
export async function diagnoseChain(
  cluster: Cluster,
  kind: Kind<KubernetesObject>,
  object: KubernetesObject,
  now: number,
): Promise<DiagnosedObject> {
  return diagnoseBy(cluster, now, (diagnosis) => diagnosis.ofChain(kind, object))
}

/** Runs the rules until they have all facts that they ask for. */
async function diagnoseBy(
  cluster: Cluster,
  now: number,
  run: (diagnosis: Diagnosis) => ObjectDiagnosis,
): Promise<DiagnosedObject> {
  const source = new ReadFacts(cluster)
  const failed = (rule: string, error: unknown, subject: ObjectName): void =>
    ruleFailures.report(rule, { subject, error, now })
  const diagnose = () => run(new Diagnosis({ source, rules: allRules, now, failed }))
  let diagnosis = diagnose()
  for (let runs = 1; await source.readPending(); runs++) {
    // The last run names what it lacks.
    if (runs >= MAX_RUNS) source.end()
    diagnosis = diagnose()
  }
  return { log: diagnosis.log, findings: withCauses(diagnosis.findings), hasReadLogs: source.hasReadLogs }
}

/** Returns the diagnosis of an object for its detail. Rejects if the request ends. */
export async function includedDiagnosis(
  cluster: Cluster,
  kind: Kind<KubernetesObject>,
  object: KubernetesObject,
  now: number,
): Promise<IncludedDiagnosis> {
  const { findings, log, hasReadLogs } = await diagnoseObject(cluster, kind, object, now)
  const unavailable = unavailableKinds(log)
  return {
    members: {
      diagnosis: findings.map(reportFinding),
      ...(unavailable.length === 0 ? {} : { diagnosisUnavailable: unavailable }),
    },
    // Nothing tells when a log gets a line.
    expiresAt: hasReadLogs ? now : log.recheckAt,
  }
}

/** Returns the kinds that could not be read, each once. */
export function unavailableKinds({
  unavailable,
}: Pick<DiagnosedObject['log'], 'unavailable'>): UnavailableSection[] {
  return [...new Map(unavailable.map((one) => [kindKey(one.kind), unavailableKind(one)])).values()]
}

function unavailableKind({ kind, cause }: UnavailableFact): UnavailableSection {
  const isDenied = cause instanceof ForbiddenByClusterError
  const error =
    cause instanceof Error ? cause.message : `${kind.plural} were not read: too many reads for one object`
  return { section: sectionOf(kind), code: isDenied ? 'FORBIDDEN' : 'INTERNAL_ERROR', error }
}

/** Returns findings and everything that explains them, each once. */
function withCauses(findings: readonly Finding[]): readonly Finding[] {
  const all = new Map<string, Finding>()
  const queue = [...findings]
  for (const finding of queue)
    if (!all.has(finding.id)) {
      all.set(finding.id, finding)
      queue.push(...finding.causes)
    }
  return [...all.values()]
}
