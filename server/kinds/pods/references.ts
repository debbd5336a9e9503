import { isObject } from '../../core/json.ts'
import type { Pod } from './model.ts'
import type { KindOfSource } from './volumes.ts'
import { projections, sourceOf, textOf } from './volumes.ts'

export interface References {
  configMaps: string[]
  secrets: string[]
}

/**
 * Returns the names of the ConfigMaps and Secrets that a Pod refers to in its own namespace, sorted and
 * unique: from variables of all containers (including init and ephemeral ones), volumes, projected volumes,
 * image pull secrets, and the Secrets of volume drivers. References within those objects are not followed.
 * Source: k8s.io/kubernetes/pkg/api/v1/pod, VisitPodSecretNames and VisitPodConfigmapNames.
 */
export function podReferences(pod: Partial<Pod>): References {
  const configMaps = new Set<string>()
  const secrets = new Set<string>()
  const add = (names: Set<string>, name: unknown): void => {
    const text = textOf(name)
    if (text !== undefined) names.add(text)
  }

  const { containers, initContainers, ephemeralContainers, volumes, imagePullSecrets } = pod.spec ?? {}
  for (const container of [containers, initContainers, ephemeralContainers].flatMap((list) => list ?? [])) {
    for (const { valueFrom } of container.env ?? []) {
      add(configMaps, valueFrom?.configMapKeyRef?.name)
      add(secrets, valueFrom?.secretKeyRef?.name)
    }
    for (const { configMapRef, secretRef } of container.envFrom ?? []) {
      add(configMaps, configMapRef?.name)
      add(secrets, secretRef?.name)
    }
  }
  for (const { name } of imagePullSecrets ?? []) add(secrets, name)
  for (const source of (volumes ?? []).flatMap(parts)) {
    if (source.kind === 'configMap') add(configMaps, source.value.name)
    for (const name of secretNames(source)) add(secrets, name)
  }
  return { configMaps: [...configMaps].sort(), secrets: [...secrets].sort() }
}

function parts(volume: Readonly<Record<string, unknown>>): KindOfSource[] {
  const source = sourceOf(volume)
  if (source === undefined) return []
  return source.kind === 'projected' ? projections(source.value) : [source]
}

/** A Secret is `name` in a projection, `secretName` in a volume, and a reference for drivers. */
function secretNames({ kind, value }: KindOfSource): unknown[] {
  const references = [value.secretRef, value.nodePublishSecretRef].map((one) =>
    isObject(one) ? one.name : undefined,
  )
  return [kind === 'secret' ? value.name : undefined, value.secretName, ...references]
}
