import type { List, ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** core/v1 ResourceQuota: the fields the service reads. */
export interface ResourceQuota {
  metadata: ObjectMeta
  spec?: {
    hard?: StringMap
    scopes?: List<string>
    scopeSelector?: {
      matchExpressions?: List<{ scopeName: string; operator: string; values?: List<string> }>
    } | null
  }
  status?: { hard?: StringMap; used?: StringMap }
}
