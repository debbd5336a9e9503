import type { FromSchema } from 'json-schema-to-ts'
import { quantities } from '../../api/schemas/common.ts'
import { probedConditionsSchema } from '../shared/conditions.ts'
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
  replicas: {
    title: 'StatefulSetReplicas',
    type: 'object',
    additionalProperties: false,
    required: ['desired', 'ready', 'current', 'updated', 'available'],
    properties: { desired: count, ready: count, current: count, updated: count, available: count },
    description:
      'Numbers of Pods. `current` are those of the revision before the newest template, `updated` those of the newest; they are the same Pods once a roll-out is complete',
  },
  status: {
    ...text,
    enum: ['Available', 'Progressing', 'Degraded'],
    description:
      '`Progressing`: its newest spec is not observed, Pods have to be created, or Pods have to be replaced by the controller: none with the update strategy `OnDelete`, and none below a `partition`. `Degraded`: Pods are not ready, and no roll-out to all of them is under way; since a StatefulSet does not report whether they were ready before, the last ones to start for the first time count too. Else `Available`',
  },
  images: imagesSchema,
  serviceName: { ...text, description: 'The headless Service that names its Pods' },
  updateStrategy: {
    title: 'StatefulSetUpdateStrategy',
    type: 'object',
    additionalProperties: false,
    required: ['type'],
    properties: {
      type: { ...text, description: '`RollingUpdate` or `OnDelete`' },
      rollingUpdate: {
        title: 'StatefulSetRollingUpdate',
        type: 'object',
        additionalProperties: false,
        required: ['partition', 'maxUnavailable'],
        properties: {
          partition: { ...count, description: 'This many Pods, from the first on, are not updated' },
          maxUnavailable: { ...count, description: 'An absolute number, percentages resolved' },
        },
        description: 'None with `OnDelete`',
      },
    },
  },
  podManagementPolicy: { ...text, description: '`OrderedReady` or `Parallel`' },
  selector: labelSelectorSchema,
} as const
const required = [
  'replicas',
  'status',
  'images',
  'updateStrategy',
  'podManagementPolicy',
  'selector',
] as const

/** A StatefulSet in lists and in the live stream. */
export const statefulSetSummary = {
  title: 'StatefulSetSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/statefulsets/{name}. */
export const statefulSetDetail = {
  title: 'StatefulSetDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required, 'volumeClaimTemplates', 'conditions'],
  properties: {
    ...detailFields,
    ...namespaceField,
    ...fields,
    volumeClaimTemplates: {
      type: 'array',
      items: {
        title: 'VolumeClaimTemplate',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'accessModes', 'requests', 'volumeMode'],
        properties: {
          name: text,
          accessModes: { type: 'array', items: text },
          requests: quantities,
          storageClassName: text,
          volumeMode: { ...text, description: '`Filesystem` or `Block`' },
        },
      },
      description: 'The claims that each of its Pods gets, named `<template>-<Pod>`',
    },
    conditions: probedConditionsSchema('StatefulSetCondition'),
  },
} as const

export type StatefulSetSummary = FromSchema<typeof statefulSetSummary>
export type StatefulSetDetail = FromSchema<typeof statefulSetDetail>
