import type { FromSchema } from 'json-schema-to-ts'
import { age, annotations, resources, stringMap, timestamp } from '../../api/schemas/common.ts'
import { labelSelectorSchema } from '../shared/label-selector.ts'

const counts = {
  desired: { type: 'integer' },
  ready: { type: 'integer' },
  available: { type: 'integer' },
  unavailable: { type: 'integer' },
} as const

const status = {
  type: 'string',
  enum: ['Available', 'Progressing', 'Degraded', 'Paused'],
  description: 'The roll-out in one word, from its generation, conditions and counts',
} as const

/** A Deployment in lists and in the live stream. */
export const deploymentSummary = {
  title: 'DeploymentSummary',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'replicas', 'status', 'age', 'images', 'labels', 'createdAt'],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    replicas: {
      title: 'DeploymentReplicas',
      type: 'object',
      additionalProperties: false,
      required: ['desired', 'ready', 'available', 'unavailable'],
      properties: counts,
    },
    status,
    age,
    images: { type: 'array', items: { type: 'string' } },
    labels: stringMap,
    createdAt: timestamp,
  },
} as const

const templateContainer = {
  title: 'TemplateContainer',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'image', 'ports', 'resources'],
  properties: {
    name: { type: 'string' },
    image: { type: 'string' },
    ports: {
      type: 'array',
      items: {
        title: 'TemplateContainerPort',
        type: 'object',
        additionalProperties: false,
        required: ['containerPort', 'protocol'],
        properties: { containerPort: { type: 'integer' }, protocol: { type: 'string' } },
      },
    },
    resources,
  },
} as const

/** Response of GET /api/deployments/{name}. */
export const deploymentDetail = {
  title: 'DeploymentDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'namespace',
    'uid',
    'replicas',
    'status',
    'conditions',
    'strategy',
    'selector',
    'template',
    'createdAt',
    'age',
    'paused',
    'labels',
    'annotations',
  ],
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    uid: { type: 'string' },
    replicas: {
      title: 'DeploymentDetailReplicas',
      type: 'object',
      additionalProperties: false,
      required: ['desired', 'ready', 'available', 'unavailable', 'updated'],
      properties: { ...counts, updated: { type: 'integer' } },
    },
    status,
    conditions: {
      type: 'array',
      items: {
        title: 'DeploymentCondition',
        type: 'object',
        additionalProperties: false,
        required: ['type', 'status'],
        properties: {
          type: { type: 'string' },
          status: { type: 'string' },
          lastUpdateTime: timestamp,
          lastTransitionTime: timestamp,
          reason: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    strategy: {
      title: 'DeploymentStrategy',
      type: 'object',
      additionalProperties: false,
      required: ['type'],
      properties: {
        type: { type: 'string' },
        rollingUpdate: {
          title: 'RollingUpdate',
          type: 'object',
          additionalProperties: false,
          required: ['maxSurge', 'maxUnavailable'],
          properties: { maxSurge: { type: 'integer' }, maxUnavailable: { type: 'integer' } },
          description:
            'Absolute numbers, percentages resolved as the controller resolves them; none for Recreate',
        },
      },
    },
    selector: labelSelectorSchema,
    template: {
      title: 'PodTemplate',
      type: 'object',
      additionalProperties: false,
      required: ['metadata', 'spec'],
      properties: {
        metadata: {
          title: 'PodTemplateMetadata',
          type: 'object',
          additionalProperties: false,
          required: ['labels'],
          properties: { labels: stringMap },
        },
        spec: {
          title: 'PodTemplateSpec',
          type: 'object',
          additionalProperties: false,
          required: ['containers'],
          properties: { containers: { type: 'array', items: templateContainer } },
        },
      },
    },
    createdAt: timestamp,
    age,
    paused: { type: 'boolean' },
    labels: stringMap,
    annotations,
  },
} as const

export type DeploymentSummary = FromSchema<typeof deploymentSummary>
export type DeploymentDetail = FromSchema<typeof deploymentDetail>
