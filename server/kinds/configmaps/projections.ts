import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { sizesOf } from '../shared/sizes.ts'
import type { ConfigMap } from './model.ts'
import type { ConfigMapDetail, ConfigMapSummary } from './schema.ts'

/** Projects a ConfigMap for lists, without its values; `now` in milliseconds since 1970. */
export function configMapSummary(map: ConfigMap, now: number): ConfigMapSummary {
  const { metadata, data, binaryData, immutable } = map
  return {
    ...commonSummary(metadata, now),
    namespace: metadata.namespace ?? '',
    keys: sizesOf(data, 'utf-8'),
    binaryKeys: sizesOf(binaryData, 'base64'),
    immutable: immutable ?? false,
  }
}

/** Projects a ConfigMap for its detail response; `now` in milliseconds since 1970. */
export function configMapDetail(map: ConfigMap, now: number): ConfigMapDetail {
  const { metadata, data, binaryData, immutable } = map
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    namespace: metadata.namespace ?? '',
    data: Object.fromEntries(Object.entries(data ?? {}).map(([name, value]) => [name, textOf(value)])),
    binaryKeys: sizesOf(binaryData, 'base64'),
    immutable: immutable ?? false,
    ownerReferences: ownerReferences(metadata),
  }
}

/** Returns a value of a ConfigMap that was read whole. */
function textOf(value: string | number | null): string {
  return typeof value === 'string' ? value : ''
}
