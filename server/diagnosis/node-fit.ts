import { matches, type Requirement } from '../core/formats/label-selector.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import type { Node } from '../kinds/nodes/model.ts'
import type { NodeSelectorRequirement, NodeSelectorTerm, Pod, Toleration } from '../kinds/pods/model.ts'
import type { Facts } from './facts.ts'

/** Something that keeps a node from taking a Pod. */
export interface Obstacle {
  /** `taint dedicated=db:NoSchedule is not tolerated` */
  readonly text: string
  /** Field of the node that says so. */
  readonly field: 'spec.taints' | 'spec.unschedulable' | 'metadata.labels'
  /** Whether the node has it only while one of its conditions lasts: `node.kubernetes.io/not-ready`. */
  readonly isCondition: boolean
}

/** A node with its obstacles for a Pod; none: the Pod may run there as far as taints and labels go. */
export interface NodeFit {
  readonly node: Node
  readonly obstacles: readonly Obstacle[]
}

type Taint = NonNullable<NonNullable<NonNullable<Node['spec']>['taints']>[number]>

/** Taints of a node's conditions. Source: k8s.io/kubernetes/pkg/controller/nodelifecycle, taintKeyToNodeConditionMap. */
const CONDITION_TAINT =
  /^node\.kubernetes\.io\/(?:not-ready|unreachable|network-unavailable|(?:memory|disk|pid)-pressure)$/
/** Maximum length of the constraints of a Pod as JSON; those of most Pods are shorter than 1 KiB. */
const MAX_CONSTRAINTS = 16 * 1024
/** Maximum length of the node affinity in the text of an obstacle. */
const MAX_TEXT = 500
const CORDON = 'node.kubernetes.io/unschedulable'

/**
 * Returns the obstacles of every node for a Pod: computed once for all Pods that select and tolerate the same. None for a Pod with too
 * many constraints, each of which every node is held against.
 */
export function nodeFits(pod: Pod, facts: Facts): readonly NodeFit[] {
  if (constraintsOf(pod).length > MAX_CONSTRAINTS) return []
  return facts.once(`obstacles of nodes ${constraintsOf(pod)}`, (shared) => {
    const affinity = affinityOf(pod)
    return shared.list(nodes, {}).map((node) => ({ node, obstacles: obstaclesOf(pod, affinity, node) }))
  })
}

/** Returns a text that is equal for Pods with the same obstacles. */
export function constraintsOf({ spec }: Pod): string {
  const { tolerations, nodeSelector, affinity } = spec ?? {}
  return JSON.stringify([tolerations, nodeSelector, affinity])
}

/** Returns the obstacles of a node for a Pod: its taints, and the labels that the Pod selects by. */
function obstaclesOf(pod: Pod, affinity: Affinity | undefined, node: Node): readonly Obstacle[] {
  const { tolerations, nodeSelector } = pod.spec ?? {}
  const taints = (node.spec?.taints ?? [])
    .filter((taint) => taint.effect !== 'PreferNoSchedule' && taint.key !== CORDON)
    .filter((taint) => !(tolerations ?? []).some((one) => tolerates(one, taint)))
    .map((taint): Obstacle => ({
      text: `taint ${taintText(taint)} is not tolerated`,
      field: 'spec.taints',
      isCondition: CONDITION_TAINT.test(taint.key),
    }))
  const labels = node.metadata.labels ?? {}
  const missing = Object.entries(nodeSelector ?? {})
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]) => labelObstacle(`label ${key}=${value} is missing`))
  return [
    ...(node.spec?.unschedulable === true && !toleratesCordon(tolerations ?? [])
      ? [{ text: 'node is cordoned', field: 'spec.unschedulable', isCondition: false } as const]
      : []),
    ...taints,
    ...missing,
    ...(affinity === undefined || affinity.terms.some((term) => matchesTerm(term, node))
      ? []
      : [affinity.obstacle]),
  ]
}

function labelObstacle(text: string): Obstacle {
  return { text, field: 'metadata.labels', isCondition: false }
}

function toleratesCordon(tolerations: readonly Toleration[]): boolean {
  return tolerations.some((one) => tolerates(one, { key: CORDON, effect: 'NoSchedule' }))
}

/** Whether a toleration matches a taint. Source: k8s.io/api/core/v1, Toleration.ToleratesTaint. */
function tolerates({ key = '', operator = '', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  return operator === 'Exists' || ((operator === '' || operator === 'Equal') && value === (taint.value ?? ''))
}

function taintText({ key, value = '', effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`
}

/** The node affinity of a Pod, compiled once for all nodes. */
interface Affinity {
  readonly terms: readonly CompiledTerm[]
  readonly obstacle: Obstacle
}

interface CompiledTerm {
  readonly expressions: readonly Requirement[]
  readonly fields: readonly Requirement[]
}

/** Returns the node affinity that a Pod requires; undefined if it requires none. */
function affinityOf({ spec }: Pod): Affinity | undefined {
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const terms = required?.nodeSelectorTerms ?? []
  if (terms.length === 0) return undefined
  const text = terms.map(termText).join(' or ').slice(0, MAX_TEXT)
  return {
    terms: terms.map(({ matchExpressions, matchFields }) => ({
      expressions: (matchExpressions ?? []).map(requirementOf),
      fields: (matchFields ?? []).map(requirementOf),
    })),
    obstacle: labelObstacle(`labels do not match the node affinity (${text})`),
  }
}

/** Whether a node matches a term; one without requirements matches none. Source: component-helpers/scheduling/corev1/nodeaffinity. */
function matchesTerm({ expressions, fields }: CompiledTerm, { metadata }: Node): boolean {
  if (expressions.length + fields.length === 0) return false
  return matches(expressions, metadata.labels ?? {}) && matches(fields, { 'metadata.name': metadata.name })
}

function requirementOf({ key, operator, values }: NodeSelectorRequirement): Requirement {
  const [first = ''] = values ?? []
  switch (operator) {
    case 'In':
      return { key, operator: 'in', values: new Set(values) }
    case 'NotIn':
      return { key, operator: 'notin', values: new Set(values) }
    case 'DoesNotExist':
      return { key, operator: 'absent' }
    case 'Gt':
    case 'Lt':
      return {
        key,
        operator: operator === 'Gt' ? 'gt' : 'lt',
        value: /^-?\d{1,30}$/.test(first) ? BigInt(first) : 0n,
      }
    default:
      return { key, operator: 'exists' }
  }
}

function termText({ matchExpressions, matchFields }: NodeSelectorTerm): string {
  return [...(matchExpressions ?? []), ...(matchFields ?? [])]
    .map(({ key, operator, values }) => [key, operator, ...(values ?? [])].join(' '))
    .join(', ')
}
