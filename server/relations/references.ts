import type { Kind } from '../cluster/kind.ts'
import type { StringMap } from '../cluster/objects.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { horizontalPodAutoscalers } from '../kinds/horizontalpodautoscalers/kind.ts'
import { ingresses } from '../kinds/ingresses/kind.ts'
import type { Ingress } from '../kinds/ingresses/model.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { networkPolicies } from '../kinds/networkpolicies/kind.ts'
import { persistentVolumeClaims } from '../kinds/persistentvolumeclaims/kind.ts'
import { persistentVolumes } from '../kinds/persistentvolumes/kind.ts'
import { podDisruptionBudgets } from '../kinds/poddisruptionbudgets/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { PodTemplate } from '../kinds/pods/model.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { serviceAccounts } from '../kinds/serviceaccounts/kind.ts'
import { services } from '../kinds/services/kind.ts'
import { selectorText } from '../kinds/shared/label-selector.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { reference, referencesOfPod, templateReferences, type NamedObject } from './pod-references.ts'

/** Fields of an object that its relations follow from, besides its metadata. */
export interface RelationFields {
  readonly references?: readonly NamedObject[]
  readonly podLabels?: StringMap | undefined
  /** Label selector of the Pods that it selects; absent: none. */
  readonly selector?: string
}

interface Row {
  readonly kind: Kind<unknown>
  fieldsOf(this: void, object: unknown): RelationFields
}

function row<T>(kind: Kind<T>, fieldsOf: (object: T) => RelationFields): Row {
  return { kind, fieldsOf }
}

const ofTemplate = (
  { metadata: { namespace } }: KubernetesObject,
  template: PodTemplate | null | undefined,
): RelationFields => ({
  references: templateReferences(template?.spec, namespace),
  podLabels: template?.metadata?.labels ?? {},
})

/** The kinds whose objects name or select others. */
const rows: readonly Row[] = [
  row(pods, (pod) => ({ references: referencesOfPod(pod), podLabels: pod.metadata.labels ?? {} })),
  row(deployments, (object) => ofTemplate(object, object.spec?.template)),
  row(replicaSets, (object) => ofTemplate(object, object.spec?.template)),
  row(daemonSets, (object) => ofTemplate(object, object.spec?.template)),
  row(jobs, (object) => ofTemplate(object, object.spec?.template)),
  row(cronJobs, (object) => ofTemplate(object, object.spec?.jobTemplate?.spec?.template)),
  row(statefulSets, (object) => {
    const { references = [], podLabels } = ofTemplate(object, object.spec?.template)
    const governing = reference('uses', 'Service', object.spec?.serviceName, object.metadata.namespace)
    return { references: [...references, ...governing], podLabels }
  }),
  row(serviceAccounts, ({ metadata: { namespace }, secrets, imagePullSecrets }) => ({
    references: [...(secrets ?? []), ...(imagePullSecrets ?? [])].flatMap(({ name }) =>
      reference('uses', 'Secret', name, namespace),
    ),
  })),
  row(persistentVolumeClaims, ({ spec }) => ({
    references: [
      ...reference('bound', 'PersistentVolume', spec?.volumeName, undefined),
      ...reference('uses', 'StorageClass', spec?.storageClassName, undefined),
    ],
  })),
  row(persistentVolumes, ({ spec }) => ({
    references: [
      ...reference('bound', 'PersistentVolumeClaim', spec?.claimRef?.name, spec?.claimRef?.namespace),
      ...reference('uses', 'StorageClass', spec?.storageClassName, undefined),
    ],
  })),
  row(horizontalPodAutoscalers, ({ metadata: { namespace }, spec }) => ({
    references: reference('scales', spec?.scaleTargetRef?.kind, spec?.scaleTargetRef?.name, namespace),
  })),
  row(ingresses, (ingress) => ({ references: referencesOfIngress(ingress) })),
  // A Service without a selector selects no Pods.
  row(services, ({ spec }) =>
    Object.keys(spec?.selector ?? {}).length === 0
      ? {}
      : { selector: selectorText({ matchLabels: spec?.selector ?? null }) },
  ),
  row(podDisruptionBudgets, ({ spec }) => (spec?.selector ? { selector: selectorText(spec.selector) } : {})),
  row(networkPolicies, ({ spec }) => ({ selector: selectorText(spec?.podSelector) })),
]

function referencesOfIngress({ metadata: { namespace }, spec }: Ingress): NamedObject[] {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? [])
  return [
    ...[spec?.defaultBackend, ...paths.map(({ backend }) => backend)].flatMap((backend) =>
      reference('routesTo', 'Service', backend?.service?.name, namespace),
    ),
    ...(spec?.tls ?? []).flatMap(({ secretName }) => reference('uses', 'Secret', secretName, namespace)),
  ]
}

/** Returns what the relations of an object of a kind follow from. */
export function relationFieldsOf({ plural, apiGroup }: Kind<unknown>, object: unknown): RelationFields {
  const found = rows.find(({ kind }) => kind.plural === plural && kind.apiGroup === apiGroup)
  return found?.fieldsOf(object) ?? {}
}
