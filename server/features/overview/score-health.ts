import type { CountedPods } from './count-objects.ts'
import type { DashboardSummary, HealthIssue, HealthSummary } from './summary-schema.ts'

/** The counts that the score is computed from; null: not readable. */
export interface HealthCounts extends Pick<
  DashboardSummary,
  'nodes' | 'deployments' | 'statefulsets' | 'daemonsets'
> {
  readonly pods: CountedPods | null
}

const HEALTHY_FROM = 80
const WARNING_FROM = 50
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
  const { nodes, ...others } = counts
  const parts = [...(namespace === undefined ? [nodes] : []), ...Object.values(others)]
  const partial = parts.includes(null)
  const issues = issuesOf(counts, namespace)
  if (parts.every((part) => part === null)) return { status: 'unknown', partial, factors: [], issues }
  const factors = factorsOf(counts, namespace)
    .map((one) => ({ factor: one.factor, points: pointsOf(one) }))
    .filter(({ points }) => points > 0)
  const lost = factors.reduce((sum, { points }) => sum + points, 0)
  const score = Math.max(0, Math.floor(100 - lost + ROUNDING))
  const status = score >= HEALTHY_FROM ? 'healthy' : score >= WARNING_FROM ? 'warning' : 'critical'
  const rounded = factors.map(({ factor, points }) => ({ factor, points: Math.round(points * 10) / 10 }))
  return { score, status, partial, factors: rounded, issues }
}

function factorsOf(
  { nodes, pods, deployments, statefulsets, daemonsets }: HealthCounts,
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
  ]
}

function pointsOf({ affected, total, weight, least = 0 }: Factor): number {
  return affected === 0 ? 0 : Math.max(least, (weight * affected) / total)
}

/** Returns an issue for each rule that objects break, the most severe first. */
function issuesOf(
  { nodes, pods, deployments, statefulsets, daemonsets }: HealthCounts,
  namespace: string | undefined,
): HealthIssue[] {
  const ofNodes = namespace === undefined ? nodes : null
  const ofPods = pods?.counts.total
  const rules = [
    rule('nodes-not-ready', 'critical', 'Node', ofNodes?.notReady, ofNodes?.total, 'not ready'),
    rule('pods-crash-looping', 'critical', 'Pod', pods?.counts.crashLooping, ofPods, 'crash-looping'),
    rule('pods-without-image', 'warning', 'Pod', pods?.withoutImage, ofPods, 'without their image'),
    rule('pods-unschedulable', 'warning', 'Pod', pods?.unschedulable, ofPods, 'unschedulable'),
    rule(
      'deployments-degraded',
      'warning',
      'Deployment',
      deployments?.degraded,
      deployments?.total,
      'degraded',
    ),
    rule(
      'statefulsets-not-ready',
      'warning',
      'StatefulSet',
      statefulsets?.notReady,
      statefulsets?.total,
      'not ready',
    ),
    rule(
      'daemonsets-not-ready',
      'warning',
      'DaemonSet',
      daemonsets?.notReady,
      daemonsets?.total,
      'not ready',
    ),
  ]
  return rules
    .filter((one) => one !== undefined)
    .map((issue) => ({
      ...issue,
      ...(namespace === undefined ? {} : { namespace }),
    }))
}

function rule(
  id: string,
  severity: HealthIssue['severity'],
  kind: string,
  affected = 0,
  total = 0,
  state = '',
): HealthIssue | undefined {
  if (affected === 0) return undefined
  return { id, rule: id, severity, kind, message: `${affected} of ${total} ${kind}s ${state}` }
}
