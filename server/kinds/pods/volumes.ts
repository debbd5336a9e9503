import { isObject } from '../../core/json.ts'
import type { PodDetail } from './detail-schema.ts'
import type { Pod } from './model.ts'
import type { Volume } from './model.ts'
import { omitEmpty } from '../shared/omit-empty.ts'

/**
 * The field in which each kind of volume names the object it refers to. Kinds without a reference are not
 * listed (emptyDir, downwardAPI), nor is gitRepo, whose URL may contain a password. Source:
 * k8s.io/api/core/v1, VolumeSource and VolumeProjection.
 */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['configMap', 'name'],
  ['secret', 'secretName'],
  ['persistentVolumeClaim', 'claimName'],
  ['hostPath', 'path'],
  ['csi', 'driver'],
  ['image', 'reference'],
  ['nfs', 'server'],
  ['iscsi', 'iqn'],
  ['cephfs', 'path'],
  ['rbd', 'image'],
  ['glusterfs', 'endpoints'],
  ['flexVolume', 'driver'],
  ['awsElasticBlockStore', 'volumeID'],
  ['gcePersistentDisk', 'pdName'],
  ['azureDisk', 'diskName'],
  ['azureFile', 'shareName'],
  ['cinder', 'volumeID'],
  ['portworxVolume', 'volumeID'],
  ['vsphereVolume', 'volumePath'],
  ['photonPersistentDisk', 'pdID'],
  ['quobyte', 'volume'],
  ['scaleIO', 'volumeName'],
  ['storageos', 'volumeName'],
  ['flocker', 'datasetName'],
  ['clusterTrustBundle', 'name'],
  ['podCertificate', 'signerName'],
])

type Source = PodDetail['volumes'][number]['source']

/** Projects a Pod's volumes: the kind of each source and the name it refers to, never contents or options. */
export function podVolumes(pod: Pod): PodDetail['volumes'] {
  return (pod.spec?.volumes ?? []).map((volume) => ({ name: volume.name, source: volumeSource(pod, volume) }))
}

function volumeSource(pod: Pod, volume: Volume): Source {
  // The API server turns a volume without a source into an emptyDir.
  const { kind, value } = sourceOf(volume) ?? { kind: 'emptyDir', value: {} }
  // The controller creates the claim of an ephemeral volume under this name.
  if (kind === 'ephemeral') return { kind, name: `${pod.metadata.name}-${volume.name}` }
  if (kind === 'projected') return { kind, sources: projections(value).map(namedSource) }
  return namedSource({ kind, value })
}

/** Returns the source of a volume, or of a part of a projected one: its kind and object. */
export function sourceOf(volume: Readonly<Record<string, unknown>>): KindOfSource | undefined {
  for (const [kind, value] of Object.entries(volume)) if (isObject(value)) return { kind, value }
  return undefined
}

export interface KindOfSource {
  kind: string
  value: Readonly<Record<string, unknown>>
}

/** Returns the parts of a projected volume. */
export function projections(projected: Readonly<Record<string, unknown>>): KindOfSource[] {
  const { sources } = projected
  return Array.isArray(sources)
    ? sources.flatMap((one: unknown) => (isObject(one) ? (sourceOf(one) ?? []) : []))
    : []
}

function namedSource({ kind, value }: KindOfSource): { kind: string; name?: string } {
  const field = NAMED_BY.get(kind)
  const name = field === undefined ? undefined : textOf(value[field])
  // A part of a projected volume has `name` where a volume has `secretName`.
  return omitEmpty({ kind, name: name ?? (kind === 'secret' ? textOf(value.name) : undefined) })
}

/** Returns a non-empty string; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
