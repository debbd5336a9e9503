import type { ObjectMeta } from '../../cluster/objects.ts'
import type { SizedMap } from '../shared/sizes.ts'

/** core/v1 Secret: the fields the service reads. */
export interface Secret {
  metadata: ObjectMeta
  type?: string
  /** Sizes, except where GET /api/secrets/{name}/values reads the values, in base64. */
  data?: SizedMap
  immutable?: boolean | null
}
