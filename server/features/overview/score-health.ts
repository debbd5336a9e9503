import type { CountedPods } from './count-objects.ts'
import { issueOf } from '../../diagnosis/issue.ts'
import type { FindingGroup } from '../../diagnosis/fold.ts'
import type { DashboardSummary, HealthSummary } from './summary-schema.ts'

/** The counts that the score is computed from; null: not readable. */
export interface HealthCounts extends Pick<
  DashboardSummary,
  'nodes' | 'deployments' | 'statefulsets' | 'daemonsets'
> {
  readonly pods: CountedPods | null
  /** The findings of the diagnosis, the most severe first; null while it is not complete. */
  readonly findings: readonly FindingGroup[] | null
}

const HEALTHY_FROM = 80
const WARNING_FROM = 50
/** Maximum number of issues in a response. */
const MAX_ISSUES = 100
/** Kinds whose trouble other factors count. */
const COUNTED_KINDS: ReadonlySet<string> = new Set([
  'Node',
  'Pod',
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'PersistentVolumeClaim',
])
/** Rules about what a cluster cannot do without. */
const COMPONENT_RULES: ReadonlySet<string> = new Set(['dns-unavailable'])
/** More than the error of a sum of shares. */
const ROUNDING = 1e-9

interface Factor {
  readonly factor: string
  readonly affected: number
  readonly total: number
  /** Points if all are affected. */
  readonly weight: number
  /** Points if any is affected. */
  readonly least?: number
}

/** Computes the health of a cluster, or of a namespace: Nodes do not count for one. */
export function scoreHealth(counts: HealthCounts, namespace: string | undefined): HealthSummary {
  const { nodes, findings, ...others } = counts
  const parts = [...(namespace === undefined ? [nodes] : []), ...Object.values(others)]
  const partial = parts.includes(null) || findings === null
  const issues = (findings ?? []).slice(0, MAX_ISSUES).map(issueOf)
  const total = findings?.length ?? 0
  if (parts.every((part) => part === null)) return { status: 'unknown', partial, factors: [], issues, total }
  const factors = factorsOf(counts, namespace)
    .map((one) => ({ factor: one.factor, points: pointsOf(one) }))
    .filter(({ points }) => points > 0)
  const lost = factors.reduce((sum, { points }) => sum + points, 0)
  const score = Math.max(0, Math.floor(100 - lost + ROUNDING))
  const status = score >= HEALTHY_FROM ? 'healthy' : score >= WARNING_FROM ? 'warning' : 'critical'
  const rounded = factors.map(({ factor, points }) => ({ factor, points: Math.round(points * 10) / 10 }))
  return { score, status, partial, factors: rounded, issues, total }
}

function factorsOf(
  { nodes, pods, deployments, statefulsets, daemonsets, findings }: HealthCounts,
  namespace: string | undefined,
): Factor[] {
  const [ofNodes, ofPods] = [namespace === undefined ? nodes : null, pods?.counts.total ?? 0]
  const workloads = [deployments, statefulsets, daemonsets].filter((one) => one !== null)
  return [
    {
      factor: 'nodes',
      affected: ofNodes?.notReady ?? 0,
      total: ofNodes?.total ?? 0,
      weight: 40,
      least: 10,
    },
    {
      factor: 'workloads',
      affected: (deployments?.degraded ?? 0) + (statefulsets?.notReady ?? 0) + (daemonsets?.notReady ?? 0),
      total: workloads.reduce((sum, { total }) => sum + total, 0),
      weight: 30,
    },
    {
      factor: 'failingPods',
      affected: (pods?.counts.crashLooping ?? 0) + (pods?.withoutImage ?? 0),
      total: ofPods,
      weight: 20,
      least: 3,
    },
    { factor: 'unschedulablePods', affected: pods?.unschedulable ?? 0, total: ofPods, weight: 15 },
    ...findingFactors((findings ?? []).filter(({ severity }) => severity === 'critical')),
  ]
}

/** Returns the factors of critical findings: a component, any claim, and 5 points for each about a kind that is not counted. */
function findingFactors(critical: readonly FindingGroup[]): Factor[] {
  const isComponent = ({ shown }: FindingGroup) => COMPONENT_RULES.has(shown.rule)
  const components = critical.filter(isComponent).length
  const claims = critical.filter(({ shown }) => shown.subject.kind === 'PersistentVolumeClaim').length
  const others = critical.filter(
    (one) => !isComponent(one) && !COUNTED_KINDS.has(one.shown.subject.kind),
  ).length
  return [
    { factor: 'components', affected: Math.min(components, 1), total: 1, weight: 30 },
    { factor: 'claims', affected: Math.min(claims, 1), total: 1, weight: 10 },
    { factor: 'findings', affected: Math.min(others, 3), total: 3, weight: 15 },
  ]
}

function pointsOf({ affected, total, weight, least = 0 }: Factor): number {
  return affected === 0 ? 0 : Math.max(least, (weight * affected) / total)
}
