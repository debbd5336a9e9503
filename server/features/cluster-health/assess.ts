import type { ClusterHealth } from '../../cluster/contexts/health-check.ts'
import type { ClusterComponent, ClusterHealthReport, ClusterIssue } from './schema.ts'

/** A Node or a Pod of `kube-system`, reduced to what its health follows from. */
export interface Part {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly isReady: boolean
  /** Its state in one word, as kubectl prints it. */
  readonly state: string
}

/** The objects of a read, or the reason why it failed. */
export type Observed = readonly Part[] | { readonly unknown: string }

export interface Observations {
  readonly context: string
  readonly apiServer: Pick<ClusterHealth, 'ready' | 'reason' | 'serverVersion'>
  readonly nodes: Observed
  /** Pods of namespace `kube-system`. */
  readonly pods: Observed
  /** Findings of the diagnosis as issues, the most severe first. */
  readonly findings: readonly ClusterIssue[]
}

/** Components in `kube-system`, by the label that kubeadm and their manifests set. */
const COMPONENTS: readonly { name: string; label: string; value: string; isOptional?: boolean }[] = [
  ...['etcd', 'kube-controller-manager', 'kube-scheduler'].map((name) => ({
    name,
    label: 'component',
    value: name,
  })),
  { name: 'coredns', label: 'k8s-app', value: 'kube-dns' },
  { name: 'kube-proxy', label: 'k8s-app', value: 'kube-proxy', isOptional: true },
  { name: 'metrics-server', label: 'k8s-app', value: 'metrics-server', isOptional: true },
]

export const COMPONENT_NAMESPACE = 'kube-system'
const MAX_ISSUES = 100
const NODES_WEIGHT = 60
const WEIGHTS: Readonly<Record<ClusterComponent['status'], number>> = {
  critical: 30,
  warning: 10,
  healthy: 0,
  unknown: 0,
}

/** Returns the health of a cluster by what was observed of it; see the schema for the score. */
export function assess({ context, apiServer, nodes, pods, findings }: Observations): ClusterHealthReport {
  const { ready, reason = 'it does not answer', serverVersion } = apiServer
  if (!ready)
    return {
      status: 'unreachable',
      score: 0,
      context,
      components: [{ name: 'api-server', status: 'critical', message: reason }],
      factors: [{ factor: 'api-server', points: 100 }],
      issues: [],
    }
  const answers: ClusterComponent = {
    name: 'api-server',
    status: 'healthy',
    message: serverVersion === undefined ? 'it answers' : `version ${serverVersion}`,
  }
  const ofNodes = nodesComponent(nodes)
  const others = COMPONENTS.flatMap((one) => componentOf(one, pods))
  const components = [answers, ofNodes, ...others.map(({ component }) => component)]
  const own = [...nodeIssues(nodes), ...others.flatMap((one) => one.issues)]
  const issues = [...own, ...findings.filter((one) => !own.some((other) => isSameObject(one, other)))]
  const factors = factorsOf([answers, ...others.map(({ component }) => component)], nodes)
  const score = Math.max(0, Math.round(100 - factors.reduce((sum, { points }) => sum + points, 0)))
  return {
    status: statusOf(components, score),
    score,
    context,
    ...(serverVersion === undefined ? {} : { serverVersion }),
    components,
    factors: factors.map(({ factor, points }) => ({ factor, points: Math.round(points * 10) / 10 })),
    issues: issues.slice(0, MAX_ISSUES),
  }
}

function nodesComponent(nodes: Observed): ClusterComponent {
  const name = 'nodes'
  if ('unknown' in nodes) return { name, status: 'unknown', message: nodes.unknown }
  if (nodes.length === 0) return { name, status: 'warning', message: 'the cluster has no nodes' }
  return { name, ...readiness(nodes, nodes.length / 2) }
}

function nodeIssues(nodes: Observed): ClusterIssue[] {
  if ('unknown' in nodes) return []
  return nodes
    .filter(({ isReady }) => !isReady)
    .map(({ name, state }) => ({
      severity: 'critical',
      kind: 'Node',
      name,
      message: `node "${name}" is ${state}`,
    }))
}

function componentOf(
  { name, label, value, isOptional = false }: (typeof COMPONENTS)[number],
  pods: Observed,
): { component: ClusterComponent; issues: ClusterIssue[] }[] {
  if ('unknown' in pods)
    return isOptional ? [] : [{ component: { name, status: 'unknown', message: pods.unknown }, issues: [] }]
  const own = pods.filter(({ labels }) => labels[label] === value)
  if (own.length === 0)
    return isOptional
      ? []
      : [
          {
            component: {
              name,
              status: 'unknown',
              message: `namespace "${COMPONENT_NAMESPACE}" has no Pods with the label ${label}=${value}`,
            },
            issues: [],
          },
        ]
  const component: ClusterComponent = { name, ...readiness(own, own.length) }
  const severity = component.status === 'critical' ? 'critical' : 'warning'
  const issues = own
    .filter(({ isReady }) => !isReady)
    .map((pod): ClusterIssue => ({
      severity,
      kind: 'Pod',
      name: pod.name,
      namespace: COMPONENT_NAMESPACE,
      message: `pod "${pod.name}" of ${name} is not ready: ${pod.state}`,
    }))
  return [{ component, issues }]
}

/** `critical` where this many or more are not ready. */
function readiness(
  parts: readonly Part[],
  criticalFrom: number,
): Pick<ClusterComponent, 'status' | 'message'> {
  const ready = parts.filter(({ isReady }) => isReady).length
  const failing = parts.length - ready
  const status = failing === 0 ? 'healthy' : failing >= criticalFrom ? 'critical' : 'warning'
  return { status, message: `${ready} of ${parts.length} ready` }
}

/** Returns the points that each component loses, if any. */
function factorsOf(components: readonly ClusterComponent[], nodes: Observed): ClusterHealthReport['factors'] {
  const failing = 'unknown' in nodes ? 0 : nodes.filter(({ isReady }) => !isReady).length
  const share = 'unknown' in nodes || nodes.length === 0 ? 0 : failing / nodes.length
  return [
    { factor: 'nodes', points: NODES_WEIGHT * share },
    ...components.map(({ name, status }) => ({ factor: name, points: WEIGHTS[status] })),
  ].filter(({ points }) => points > 0)
}

function isSameObject(one: ClusterIssue, other: ClusterIssue): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace
}

function statusOf(components: readonly ClusterComponent[], score: number): ClusterHealthReport['status'] {
  if (components.some(({ status }) => status === 'critical') || score < 50) return 'critical'
  return components.some(({ status }) => status === 'warning') ? 'warning' : 'healthy'
}
