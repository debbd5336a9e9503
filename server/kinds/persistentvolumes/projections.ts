import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { PersistentVolume } from './model.ts'
import type { VolumeDetail, VolumeSummary } from './schema.ts'

/** Fields of the spec that are not the volume's source. Source: core/v1 PersistentVolumeSpec. */
const NO_SOURCE = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
])

/** Projects a PersistentVolume for lists; `now` in milliseconds since 1970. */
export function volumeSummary(volume: PersistentVolume, now: number): VolumeSummary {
  return { ...commonSummary(volume.metadata, now), ...fieldsOf(volume) }
}

/** Projects a PersistentVolume for its detail response; `now` in milliseconds since 1970. */
export function volumeDetail(volume: PersistentVolume, now: number): VolumeDetail {
  const { metadata, spec, status } = volume
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(volume),
    volumeMode: spec?.volumeMode ?? 'Filesystem',
    mountOptions: [...(spec?.mountOptions ?? [])],
    ...omitEmpty({
      source: sourceOf(volume),
      message: emptyToUndefined(status?.message),
      lastPhaseTransitionTime: truncateToSeconds(status?.lastPhaseTransitionTime),
    }),
    ownerReferences: ownerReferences(metadata),
  }
}

/** The columns of kubectl. Source: k8s.io/kubernetes, printers/internalversion, printPersistentVolume. */
function fieldsOf({ metadata, spec, status }: PersistentVolume) {
  const claim = spec?.claimRef ?? undefined
  return {
    status: metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? 'Pending'),
    capacity: spec?.capacity ?? {},
    accessModes: [...(spec?.accessModes ?? [])],
    persistentVolumeReclaimPolicy: spec?.persistentVolumeReclaimPolicy ?? 'Retain',
    ...omitEmpty({
      storageClassName: emptyToUndefined(spec?.storageClassName),
      volumeAttributesClassName: emptyToUndefined(spec?.volumeAttributesClassName),
      claimRef: claim && { namespace: claim.namespace ?? '', name: claim.name ?? '' },
      reason: emptyToUndefined(status?.reason),
    }),
  }
}

function sourceOf({ spec }: PersistentVolume): VolumeDetail['source'] {
  const type = Object.entries(spec ?? {}).find(
    ([field, value]) => !NO_SOURCE.has(field) && value !== null,
  )?.[0]
  if (type === undefined) return undefined
  if (type !== 'csi') return { type }
  return { type, ...omitEmpty({ driver: spec?.csi?.driver, volumeHandle: spec?.csi?.volumeHandle }) }
}

function emptyToUndefined(text: string | null | undefined): string | undefined {
  return text === '' || text === null ? undefined : text
}
