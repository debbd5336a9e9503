import { projectProbedConditions } from '../shared/conditions.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { PersistentVolumeClaim } from './model.ts'
import type { ClaimDetail, ClaimSummary } from './schema.ts'

/** Annotation of the class before there was a field. Source: core/v1 BetaStorageClassAnnotation. */
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class'

/** Projects a PersistentVolumeClaim for lists; `now` in milliseconds since 1970. */
export function claimSummary(claim: PersistentVolumeClaim, now: number): ClaimSummary {
  return { ...commonSummary(claim.metadata, now), ...fieldsOf(claim) }
}

/** Projects a PersistentVolumeClaim for its detail response; `now` in milliseconds since 1970. */
export function claimDetail(claim: PersistentVolumeClaim, now: number): ClaimDetail {
  const { metadata, spec, status } = claim
  const source = spec?.dataSourceRef ?? spec?.dataSource ?? undefined
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(claim),
    requestedAccessModes: [...(spec?.accessModes ?? [])],
    requests: spec?.resources?.requests ?? {},
    limits: spec?.resources?.limits ?? {},
    volumeMode: spec?.volumeMode ?? 'Filesystem',
    conditions: projectProbedConditions(status?.conditions),
    ...omitEmpty({
      selector: spec?.selector && projectSelector(spec.selector),
      dataSource: source && {
        kind: source.kind ?? '',
        name: source.name ?? '',
        ...omitEmpty({ apiGroup: source.apiGroup, namespace: source.namespace }),
      },
    }),
    ownerReferences: ownerReferences(metadata),
  }
}

/** Returns the name of a claim's class: undefined where the default is meant, empty where none is. */
export function classNameOf({ metadata, spec }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? undefined
}

/** The columns of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printPersistentVolumeClaim. */
function fieldsOf(claim: PersistentVolumeClaim) {
  const { metadata, spec, status } = claim
  const volumeName = spec?.volumeName ?? ''
  const hasVolume = volumeName !== ''
  return {
    namespace: metadata.namespace ?? '',
    status: metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? 'Pending'),
    capacity: hasVolume ? (status?.capacity ?? {}) : {},
    accessModes: hasVolume ? [...(status?.accessModes ?? [])] : [],
    ...omitEmpty({
      volumeName: hasVolume ? volumeName : undefined,
      storageClassName: classNameOf(claim) || undefined,
      volumeAttributesClassName: spec?.volumeAttributesClassName || undefined,
    }),
  }
}
