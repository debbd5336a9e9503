import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { sizesOf } from '../shared/sizes.ts'
import type { Secret } from './model.ts'
import type { SecretDetail, SecretSummary } from './schema.ts'

/** Projects a Secret for lists, without its values; `now` in milliseconds since 1970. */
export function secretSummary(secret: Secret, now: number): SecretSummary {
  return { ...commonSummary(secret.metadata, now), ...fieldsOf(secret) }
}

/** Projects a Secret for its detail response, without its values; `now` in milliseconds since 1970. */
export function secretDetail(secret: Secret, now: number): SecretDetail {
  const { metadata } = secret
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(secret),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, type, data, immutable }: Secret) {
  return {
    namespace: metadata.namespace ?? '',
    type: type ?? 'Opaque',
    keys: sizesOf(data, 'base64'),
    immutable: immutable ?? false,
  }
}
