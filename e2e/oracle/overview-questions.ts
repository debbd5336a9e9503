import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Question } from './question.ts'
import type { Truth } from './quorum.ts'

interface Labelled {
  readonly metadata: ObjectMeta
}

interface LabelCount {
  key: string
  values: { value: string; count: number }[]
  totalCount: number
  resourceTypes: string[]
}

const WORKLOADS = ['deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'pods'] as const

/** Returns the questions about several kinds at once: the labels of workloads, everywhere and in a namespace. */
export function overviewQuestions(truth: Truth): Question[] {
  const [pod] = truth.pods
  const namespaces = [undefined, pod?.metadata.namespace].filter((one, at) => at === 0 || one !== undefined)
  return namespaces.flatMap((namespace) => {
    const holds = ({ metadata }: Labelled) =>
      namespace === undefined || metadata.namespace === undefined || metadata.namespace === namespace
    const query = namespace === undefined ? '' : `?namespace=${namespace}`
    return [
      {
        route: '/api/labels',
        path: `/api/labels${query}`,
        expected: labelsOf(truth, holds),
        read: (body) => ({
          labels: (body['labels'] as LabelCount[]).map(inOrder),
          totalResources: body['totalResources'],
        }),
      },
    ] satisfies Question[]
  })
}

function labelsOf(truth: Truth, holds: (object: Labelled) => boolean): Record<string, unknown> {
  const all = WORKLOADS.flatMap((type) =>
    (truth[type] as Labelled[])
      .filter(holds)
      .map(({ metadata }) => ({ type, labels: metadata.labels ?? {} })),
  )
  const keys = [...new Set(all.flatMap(({ labels }) => Object.keys(labels)))].toSorted()
  const labels = keys.map((key) => {
    const own = all.filter((one) => Object.hasOwn(one.labels, key))
    const values = [...new Set(own.map((one) => one.labels[key] ?? ''))]
    return inOrder({
      key,
      values: values.map((value) => ({
        value,
        count: own.filter((one) => one.labels[key] === value).length,
      })),
      totalCount: own.length,
      resourceTypes: [...new Set(own.map(({ type }) => type))],
    })
  })
  return { labels, totalResources: all.length }
}

function inOrder({ key, values, totalCount, resourceTypes }: LabelCount): LabelCount {
  return {
    key,
    values: values.toSorted((one, other) => (one.value < other.value ? -1 : 1)),
    totalCount,
    resourceTypes: resourceTypes.toSorted(),
  }
}
