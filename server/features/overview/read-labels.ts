import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { MemoizedView } from '../../cluster/read/memoized-view.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import { cronJobs } from '../../kinds/cronjobs/kind.ts'
import { daemonSets } from '../../kinds/daemonsets/kind.ts'
import type { KubernetesObject } from '../../kinds/define-kind.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { jobs } from '../../kinds/jobs/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { checked } from '../../kinds/shared/checked.ts'
import { statefulSets } from '../../kinds/statefulsets/kind.ts'
import { countLabels } from './count-labels.ts'
import { labelledResource, MAX_RESOURCES, type LabelledResource, type LabelList } from './labels-schema.ts'
import { readSections, type Section } from '../../kinds/shared/read-sections.ts'

export interface LabelsQuery {
  readonly namespace: string | undefined
  readonly selector: string | undefined
}

interface Reading {
  readonly cluster: Cluster
  readonly scheduler: Scheduler
  /** Fires when nobody waits for the result any more. */
  readonly signal: AbortSignal
  /** Whether the rights of the caller count, not only those of the service. */
  readonly isCallerAuthorized: boolean
}

/** The kinds whose labels are counted. */
export const workloadKinds: readonly (Kind<KubernetesObject> & { readonly path: string })[] = [
  deployments,
  statefulSets,
  daemonSets,
  jobs,
  cronJobs,
  pods,
]

const sources = workloadKinds.map((kind) => ({
  kind,
  view: new MemoizedView(
    checked(
      kind.kind,
      labelledResource,
      ({ metadata: { name, namespace = '', labels } }: KubernetesObject): LabelledResource => ({
        kind: kind.kind,
        name,
        namespace,
        labels: { ...labels },
      }),
    ),
  ),
}))

/**
 * Returns the labels of workloads and Pods, and with a selector the objects that it selects. Rejects as `readSections` does, or
 * with the reason of the signal.
 */
export async function readLabels(
  { cluster, scheduler, signal, isCallerAuthorized }: Reading,
  { namespace, selector }: LabelsQuery,
): Promise<LabelList> {
  const selection = {
    ...inNamespace(namespace),
    ...(selector === undefined ? {} : { labelSelector: selector }),
  }
  const sections: Record<string, Section<LabelledResource[]>> = Object.fromEntries(
    sources.map(({ kind, view }) => [kind.path, { kind, read: () => cluster.list(kind, selection, view) }]),
  )
  const { values, unavailable } = await readSections(sections, { namespace, isCallerAuthorized })
  const found = Object.entries(values).map(([type, objects]) => ({ type, objects: objects ?? [] }))
  const labels = await countLabels(found, { scheduler, signal })
  const totalResources = found.reduce((sum, { objects }) => sum + objects.length, 0)
  if (selector === undefined) return { labels, totalResources, unavailable }
  const resources = found.flatMap(({ objects }) => objects).slice(0, MAX_RESOURCES)
  return { labels, resources, truncated: totalResources > MAX_RESOURCES, totalResources, unavailable }
}
