import { objectName } from '../../api/schemas/common.ts'
import type { ListFilters } from '../define-kind.ts'
import { podPhases, type PodSummary } from './schema.ts'

/**
 * Filters of GET /api/pods. The API server selects by phase and node; `status` is computed, so it is filtered by
 * the items, and a page may then be shorter than its limit and lack `remaining`.
 */
export const podFilters: ListFilters<PodSummary> = {
  properties: {
    status: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      description: 'Only Pods of this status, as `CrashLoopBackOff`',
    },
    phase: { type: 'string', enum: podPhases, description: 'Only Pods of this phase' },
    node: { ...objectName, description: 'Only Pods bound to this node' },
  },
  select: ({ status, phase, node }) => {
    const fields = [
      ...(phase === undefined ? [] : [`status.phase=${phase}`]),
      ...(node === undefined ? [] : [`spec.nodeName=${node}`]),
    ]
    return {
      ...(fields.length === 0 ? {} : { fieldSelector: fields.join(',') }),
      ...(status === undefined ? {} : { filter: { key: status, keeps: (pod) => pod.status === status } }),
    }
  },
}
