import type { List, ObjectMeta } from '../../cluster/objects.ts'

/** core/v1 ServiceAccount: the fields the service reads. */
export interface ServiceAccount {
  metadata: ObjectMeta
  secrets?: List<{ name?: string }>
  imagePullSecrets?: List<{ name?: string }>
  automountServiceAccountToken?: boolean | null
}
