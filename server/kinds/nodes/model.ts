import type { Condition, List, ObjectMeta, Time } from '../../cluster/objects.ts'
import type { ResourceList } from '../pods/model.ts'

/** core/v1 Node: the fields the service reads. */
export interface Node {
  metadata: ObjectMeta
  spec?: {
    unschedulable?: boolean
    podCIDR?: string
    podCIDRs?: List<string>
    taints?: List<{ key: string; value?: string; effect: string; timeAdded?: Time }>
  }
  status?: {
    capacity?: ResourceList | null
    allocatable?: ResourceList | null
    conditions?: List<Condition>
    addresses?: List<{ type: string; address: string }>
    nodeInfo?: {
      kubeletVersion?: string
      osImage?: string
      kernelVersion?: string
      containerRuntimeVersion?: string
      architecture?: string
    }
  }
}
