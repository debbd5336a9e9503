import type { ObjectMeta } from '../../cluster/objects.ts'
import type { SizedMap } from '../shared/sizes.ts'

/** core/v1 ConfigMap: the fields the service reads. */
export interface ConfigMap {
  metadata: ObjectMeta
  data?: SizedMap
  /** In base64. */
  binaryData?: SizedMap
  immutable?: boolean | null
}
