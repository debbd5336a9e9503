import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'
import { imagesSchema } from '../shared/pod-template.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const
const count = { type: 'integer' } as const

const fields = {
  desired: { ...count, description: 'Nodes that its Pods have to run on' },
  current: { ...count, description: 'Nodes of these with a Pod of it' },
  ready: { ...count, description: 'Nodes of these with a ready Pod of it' },
  updated: { ...count, description: 'Nodes of these with a Pod of the newest template' },
  available: { ...count, description: 'Nodes of these with an available Pod of it' },
  misscheduled: { ...count, description: 'Nodes with a Pod of it that they should not have' },
  status: {
    ...text,
    enum: ['Available', 'Progressing', 'Degraded'],
    description:
      '`Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller, which it does not do with the update strategy `OnDelete`. `Degraded`: Pods are not available; since a DaemonSet does not report whether they were so before, Pods that start for the first time count too. Else `Available`, also where no node is selected',
  },
  images: imagesSchema,
  updateStrategy: {
    title: 'DaemonSetUpdateStrategy',
    type: 'object',
    additionalProperties: false,
    required: ['type'],
    properties: {
      type: { ...text, description: '`RollingUpdate` or `OnDelete`' },
      rollingUpdate: {
        title: 'DaemonSetRollingUpdate',
        type: 'object',
        additionalProperties: false,
        required: ['maxSurge', 'maxUnavailable'],
        properties: { maxSurge: count, maxUnavailable: count },
        description:
          'Absolute numbers, percentages resolved as the controller resolves them; none with `OnDelete`',
      },
    },
  },
  nodeSelector: { ...stringMap, description: 'Labels of the nodes that its Pods may run on' },
} as const
const required = [
  'desired',
  'current',
  'ready',
  'updated',
  'available',
  'misscheduled',
  'status',
  'images',
  'updateStrategy',
  'nodeSelector',
] as const

/** A DaemonSet in lists and in the live stream. */
export const daemonSetSummary = {
  title: 'DaemonSetSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/daemonsets/{name}. */
export const daemonSetDetail = {
  title: 'DaemonSetDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required, 'selector'],
  properties: { ...detailFields, ...namespaceField, ...fields, selector: labelSelectorSchema },
} as const

export type DaemonSetSummary = FromSchema<typeof daemonSetSummary>
export type DaemonSetDetail = FromSchema<typeof daemonSetDetail>
