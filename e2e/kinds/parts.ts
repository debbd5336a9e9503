import type { Condition, LabelSelector, List, ObjectMeta } from '../../server/cluster/objects.ts'
import type { PodTemplate } from '../../server/kinds/pods/model.ts'
import { annotations as visibleAnnotations } from '../cluster/expected/annotations.ts'
import type { Random } from '../oracle/random.ts'

/** An object whose metadata a fixture compares. */
interface ExpectedObject {
  readonly metadata: ObjectMeta
}

/*
 * Parts of the churn's objects. They do not run: Pods name a scheduler that does not exist or are bound to nodes
 * without a kubelet, and the churn itself writes the status that a kubelet would report.
 */

/** Prefix of the churn's object names, which distinguishes them from the objects of the cluster itself. */
export const PREFIX = 'oracle'

/** Texts with characters of one to four bytes, for chunks that end within a character. */
export const WORDS = [
  'plain',
  'größer',
  '三つ',
  '🎈🎈',
  '"quoted"',
  'back\\slash',
  'line\nbreak',
  '__proto__',
] as const

export function labels(random: Random): Record<string, string> {
  return {
    tier: random.pick(['front', 'back', 'data']),
    weight: String(random.below(20)),
    ...(random.chance(0.3) ? { canary: '' } : {}),
  }
}

export function annotations(random: Random): Record<string, string> {
  return { note: random.pick(WORDS), turn: String(random.below(1_000_000)) }
}

/** Returns a patch of labels and annotations. */
export function labelPatch(random: Random): object {
  return { metadata: { labels: labels(random), annotations: annotations(random) } }
}

/** Returns a time as the Kubernetes API writes it. */
export function kubeTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function podSpec(random: Random): Record<string, unknown> {
  const names = random.chance(0.3) ? ['main', 'side'] : ['main']
  return {
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    schedulerName: `${PREFIX}-nobody`,
    containers: names.map((name) => ({
      name,
      image: `demo/${name}:${random.below(4)}`,
      command: ['sh', '-c', 'while true; do sleep 1; done'],
      env: [{ name: 'SECRET', value: 'never shown' }],
      ports: [{ containerPort: 8080, name: 'web' }],
      resources: {
        requests: { cpu: `${1 + random.below(90)}m`, memory: `${16 + random.below(64)}Mi` },
        limits: { memory: '256Mi' },
      },
    })),
  }
}

/** Returns a Pod template whose containers run an image as it is. */
export function podTemplate(
  image: string,
  labels: Readonly<Record<string, string>>,
  spec: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    metadata: { labels },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'main', image, env: [{ name: 'SECRET', value: 'never shown' }] }],
      ...spec,
    },
  }
}

/** Returns the images of a template's containers. */
export function imagesOf(template: PodTemplate | undefined): unknown[] {
  return (template?.spec?.containers ?? []).map(({ image }) => image)
}

/** Returns the API's form of conditions. */
export function expectedConditions(conditions: List<Condition> | undefined): Record<string, unknown>[] {
  return (conditions ?? []).map((one) =>
    Object.fromEntries(
      ['type', 'status', 'reason', 'message', 'lastProbeTime', 'lastTransitionTime'].flatMap((field) => {
        const value: unknown = Reflect.get(one, field)
        return value === undefined || value === null ? [] : [[field, value]]
      }),
    ),
  )
}

/** Returns the metadata fields of every list item, besides the age. */
export function expectedSummary({ metadata }: ExpectedObject): Record<string, unknown> {
  return {
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    labels: metadata.labels ?? {},
    createdAt: metadata.creationTimestamp,
  }
}

/** Returns the metadata fields of every detail, besides the age. */
export function expectedDetail(object: ExpectedObject): Record<string, unknown> {
  const { metadata } = object
  return {
    ...expectedSummary(object),
    uid: metadata.uid,
    annotations: visibleAnnotations(metadata.annotations),
    ownerReferences: (metadata.ownerReferences ?? []).map((owner) => ({
      apiVersion: owner.apiVersion,
      kind: owner.kind,
      name: owner.name,
      uid: owner.uid,
      controller: owner.controller === true,
    })),
  }
}

/** Returns the API's form of a label selector. */
export function expectedSelector(selector: LabelSelector | null | undefined): Record<string, unknown> {
  return {
    matchLabels: selector?.matchLabels ?? {},
    ...(selector?.matchExpressions
      ? {
          matchExpressions: selector.matchExpressions.map(({ key, operator, values }) => ({
            key,
            operator,
            values: values ?? [],
          })),
        }
      : {}),
  }
}

/** Returns a selector as kubectl prints it. Source: apimachinery, metav1.FormatLabelSelector. */
export function selectorText(selector: Record<string, unknown> | undefined): string {
  const { matchLabels = {}, matchExpressions = [] } = (selector ?? {}) as {
    matchLabels?: Record<string, string>
    matchExpressions?: { key: string; operator: string; values: string[] }[]
  }
  const terms = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map(({ key, operator, values }) => ({
      key,
      text: expressionText(key, operator, values),
    })),
  ]
  const ordered = terms.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return ordered.length === 0 ? '<none>' : ordered.map(({ text }) => text).join(',')
}

function expressionText(key: string, operator: string, values: readonly string[]): string {
  if (operator === 'Exists') return key
  if (operator === 'DoesNotExist') return `!${key}`
  return `${key} ${operator.toLowerCase()} (${values.toSorted().join(',')})`
}

/** Returns a value of a list item as kubectl prints it; `none` where there is no value. */
export function cell(value: unknown, none = ''): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : none
}

/** Returns the keys of a map in order, with the sizes of their values. */
export function keySizes(
  values: Readonly<Record<string, string | number>> | null | undefined,
  sizeOf: (text: string) => number,
): { name: string; bytes: number }[] {
  return Object.keys(values ?? {})
    .toSorted()
    .map((name) => ({ name, bytes: sizeOf(String(values?.[name])) }))
}

/** Returns a container that runs and never becomes ready. */
export function unreadyContainer(image: string): object {
  return { name: 'main', image, readinessProbe: { tcpSocket: { port: 9 }, periodSeconds: 1 } }
}
