import type { LabelSelectorRequirement, List, ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** storage.k8s.io/v1 StorageClass: the fields the service reads. */
export interface StorageClass {
  metadata: ObjectMeta
  provisioner?: string
  parameters?: StringMap
  reclaimPolicy?: string | null
  volumeBindingMode?: string | null
  allowVolumeExpansion?: boolean | null
  mountOptions?: List<string>
  allowedTopologies?: List<{
    matchLabelExpressions?: List<Pick<LabelSelectorRequirement, 'key' | 'values'>>
  }>
}
