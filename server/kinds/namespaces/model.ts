import type { Condition, List, ObjectMeta } from '../../cluster/objects.ts'

/** core/v1 Namespace: the fields the service reads. */
export interface Namespace {
  metadata: ObjectMeta
  spec?: { finalizers?: List<string> }
  status?: { phase?: string; conditions?: List<Condition> }
}
