import { closestName } from '../../core/formats/closest-name.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { services } from '../../kinds/services/kind.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import type { RuleResult } from '../finding.ts'
import { inNamespaceOf } from '../owned-pods.ts'
import {
  hasReadyAddress,
  isClusterDns,
  selectedPods,
  selectedWorkload,
  selectorOf,
  slicesOf,
  type SelectedWorkload,
} from '../service-endpoints.ts'

/** Time in which the Pods of a new Service are created with it. */
const WAIT_MS = 10_000

/** Labels that controllers add to the Pods that they create. Source: k8s.io/api, apps/v1 and batch/v1. */
const ADDED_LABELS: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'controller-revision-hash',
  'pod-template-generation',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
])

export const serviceSelectsNoPod = defineRule({
  id: 'service-selects-no-pod',
  on: services,
  severity: 'critical',
  description: 'The selector of a Service matches no Pod that has not ended.',
  find: (service, facts) => {
    const selector = selectorOf(service)
    if (selector === undefined || isClusterDns(service)) return undefined
    if (hasReadyAddress(slicesOf(service, facts))) return undefined
    if (selectedPods(service, facts).length > 0) return undefined
    if (!facts.elapsed(service.metadata.creationTimestamp, WAIT_MS)) return undefined
    const workload = selectedWorkload(service, facts)
    const evidence = [fieldEvidence(services, service, 'spec.selector', textOf(selector))]
    if (workload !== undefined) return { ...resultOf(workload), evidence, confidence: 0.8 }
    const nearest = nearestPod(selector, facts.list(pods, inNamespaceOf(service)))
    return {
      title: 'Service selects no Pod',
      message: `No Pod of the namespace has the labels ${textOf(selector)}, so the Service has no endpoint.`,
      evidence: [
        ...evidence,
        ...(nearest === undefined
          ? []
          : [fieldEvidence(pods, nearest, 'metadata.labels', labelsOf(nearest))]),
      ],
      hint:
        nearest === undefined
          ? 'Correct spec.selector of the Service, or create the workload that it is for.'
          : `Correct spec.selector: the nearest labels are those of the Pod "${nearest.metadata.name}": ${labelsOf(nearest)}.`,
      confidence: 0.95,
    }
  },
})

/** The selector is right, but the workload has no Pods. */
function resultOf({
  kind,
  name,
  replicas,
  findings,
}: SelectedWorkload): Omit<RuleResult, 'evidence' | 'confidence'> {
  if (replicas === 0)
    return {
      title: 'Service has no endpoint: its workload is scaled to zero',
      message: `The Service selects the Pods of ${kind} "${name}", which is scaled to zero.`,
      hint: `Scale it up: kubectl scale ${kind.toLowerCase()}/${name} --replicas=1; or delete the Service.`,
      severity: 'warning',
    }
  return {
    title: 'Service has no endpoint: its workload has no Pods',
    message: `The Service selects the Pods of ${kind} "${name}", which has none.`,
    hint: `Find out why no Pod is created: kubectl describe ${kind.toLowerCase()} ${name}.`,
    causes: findings(),
  }
}

/** Returns the Pod whose labels are nearest to a selector; undefined if none has a label of it, or a similar one. */
function nearestPod(selector: Readonly<Record<string, string>>, all: readonly Pod[]): Pod | undefined {
  let nearest: { readonly pod: Pod; readonly score: number } | undefined
  for (const pod of all) {
    const score = Object.entries(selector).reduce((sum, [key, value]) => sum + likeness(pod, key, value), 0)
    if (score > (nearest?.score ?? 0)) nearest = { pod, score }
  }
  return nearest?.pod
}

/** Returns 3 for the label itself, 2 for its value under another key, and 1 for a similar value. */
function likeness({ metadata }: Pod, key: string, value: string): number {
  const labels = metadata.labels ?? {}
  if (labels[key] === value) return 3
  if (Object.values(labels).includes(value)) return 2
  return closestName(value, [labels[key] ?? '']) === undefined ? 0 : 1
}

/** Returns the labels of a Pod without those that controllers add. */
function labelsOf({ metadata }: Pod): string {
  const entries = Object.entries(metadata.labels ?? {}).filter(([key]) => !ADDED_LABELS.has(key))
  return textOf(Object.fromEntries(entries))
}

function textOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
}
