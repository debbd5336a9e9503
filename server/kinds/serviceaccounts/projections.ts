import type { List } from '../../cluster/objects.ts'
import { ageOf, commonDetail, createdAt, ownerReferences } from '../shared/metadata.ts'
import type { ServiceAccount } from './model.ts'
import type { ServiceAccountDetail, ServiceAccountSummary } from './schema.ts'

/** Projects a ServiceAccount for lists; `now` in milliseconds since 1970. */
export function serviceAccountSummary(account: ServiceAccount, now: number): ServiceAccountSummary {
  const { metadata, secrets } = account
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    secrets: secrets?.length ?? 0,
    labels: metadata.labels ?? {},
    age: ageOf(metadata, now),
    createdAt: createdAt(metadata),
  }
}

/** Projects a ServiceAccount for its detail response; `now` in milliseconds since 1970. */
export function serviceAccountDetail(account: ServiceAccount, now: number): ServiceAccountDetail {
  const { metadata, secrets, imagePullSecrets, automountServiceAccountToken } = account
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    ...commonDetail(metadata, now),
    secrets: namesOf(secrets),
    imagePullSecrets: namesOf(imagePullSecrets),
    automountServiceAccountToken: automountServiceAccountToken ?? true,
    ownerReferences: ownerReferences(metadata),
  }
}

function namesOf(references: List<{ name?: string }> | undefined): string[] {
  return (references ?? []).flatMap(({ name }) => name ?? [])
}
