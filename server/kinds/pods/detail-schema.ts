import type { FromSchema } from 'json-schema-to-ts'
import {
  age,
  annotations,
  ownerReferences,
  resources,
  stringMap,
  timestamp,
} from '../../api/schemas/common.ts'
import { containerFields, containerState, podFields } from './schema.ts'

const port = { anyOf: [{ type: 'integer' }, { type: 'string' }], description: 'A number or a name' } as const

const probe = {
  title: 'Probe',
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: ['exec', 'httpGet', 'tcpSocket', 'grpc'] },
    command: {
      type: 'array',
      items: { type: 'string' },
      description: 'The program, without its arguments',
    },
    scheme: { type: 'string' },
    host: { type: 'string' },
    port,
    path: { type: 'string', description: 'Without its query' },
    service: { type: 'string' },
    initialDelaySeconds: { type: 'integer' },
    timeoutSeconds: { type: 'integer' },
    periodSeconds: { type: 'integer' },
    successThreshold: { type: 'integer' },
    failureThreshold: { type: 'integer' },
  },
} as const

const container = {
  title: 'ContainerDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'image',
    'ready',
    'restartCount',
    'state',
    'ports',
    'resources',
    'probes',
    'env',
    'envFrom',
    'mounts',
  ],
  properties: {
    ...containerFields,
    restartPolicy: { type: 'string', description: '`Always` on an init container: a sidecar' },
    state: containerState,
    lastState: containerState,
    ports: {
      type: 'array',
      items: {
        title: 'ContainerPort',
        type: 'object',
        additionalProperties: false,
        required: ['containerPort', 'protocol'],
        properties: {
          name: { type: 'string' },
          containerPort: { type: 'integer' },
          hostPort: { type: 'integer' },
          hostIP: { type: 'string' },
          protocol: { type: 'string' },
        },
      },
    },
    resources,
    probes: {
      title: 'ContainerProbes',
      type: 'object',
      additionalProperties: false,
      properties: { liveness: probe, readiness: probe, startup: probe },
    },
    env: {
      type: 'array',
      description: 'Sources of the variables, never their values',
      items: {
        title: 'EnvironmentVariable',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'from'],
        properties: {
          name: { type: 'string' },
          from: {
            title: 'EnvironmentVariableSource',
            type: 'object',
            additionalProperties: false,
            required: ['kind'],
            properties: {
              kind: { type: 'string', enum: ['literal', 'configMap', 'secret', 'field', 'resource', 'file'] },
              name: { type: 'string' },
              key: { type: 'string' },
            },
          },
        },
      },
    },
    envFrom: {
      type: 'array',
      items: {
        title: 'EnvironmentSource',
        type: 'object',
        additionalProperties: false,
        required: ['kind'],
        properties: {
          kind: { type: 'string', enum: ['configMap', 'secret'] },
          name: { type: 'string' },
          prefix: { type: 'string' },
        },
      },
    },
    mounts: {
      type: 'array',
      items: {
        title: 'VolumeMount',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'mountPath', 'readOnly'],
        properties: {
          name: { type: 'string', description: 'The volume' },
          mountPath: { type: 'string' },
          readOnly: { type: 'boolean' },
          subPath: { type: 'string' },
          subPathExpr: { type: 'string' },
        },
      },
    },
  },
} as const

const sourceFields = {
  kind: {
    type: 'string',
    description: 'As in the Pod: `configMap`, `secret`, `persistentVolumeClaim`, `emptyDir`, …',
  },
  name: { type: 'string', description: 'Name of the object, claim or driver it refers to, or a path' },
} as const

const volume = {
  title: 'Volume',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'source'],
  properties: {
    name: { type: 'string' },
    source: {
      title: 'VolumeSource',
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: {
        ...sourceFields,
        sources: {
          type: 'array',
          description: 'The parts of a `projected` volume',
          items: {
            title: 'ProjectedVolumeSource',
            type: 'object',
            additionalProperties: false,
            required: ['kind'],
            properties: sourceFields,
          },
        },
      },
    },
  },
} as const

const condition = {
  title: 'PodCondition',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'status'],
  properties: {
    type: { type: 'string' },
    status: { type: 'string' },
    reason: { type: 'string' },
    message: { type: 'string' },
    lastProbeTime: timestamp,
    lastTransitionTime: timestamp,
  },
} as const

const toleration = {
  title: 'Toleration',
  type: 'object',
  additionalProperties: false,
  properties: {
    key: { type: 'string' },
    operator: { type: 'string' },
    value: { type: 'string' },
    effect: { type: 'string' },
    tolerationSeconds: { type: 'integer' },
  },
} as const

/** Response of GET /api/pods/{name}. */
export const podDetail = {
  title: 'PodDetail',
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'namespace',
    'uid',
    'status',
    'phase',
    'createdAt',
    'age',
    'labels',
    'annotations',
    'podIPs',
    'conditions',
    'ownerReferences',
    'containers',
    'initContainers',
    'ephemeralContainers',
    'volumes',
    'nodeSelector',
    'tolerations',
    'configMaps',
    'secrets',
  ],
  properties: {
    ...podFields,
    uid: { type: 'string' },
    reason: { type: 'string' },
    message: { type: 'string' },
    createdAt: timestamp,
    age,
    labels: stringMap,
    annotations,
    hostIP: { type: 'string' },
    podIPs: { type: 'array', items: { type: 'string' } },
    serviceAccount: { type: 'string' },
    qosClass: { type: 'string' },
    priority: { type: 'integer' },
    restartPolicy: { type: 'string' },
    startTime: timestamp,
    deletionTimestamp: { ...timestamp, description: 'Time by which a Pod that is being deleted is gone' },
    conditions: { type: 'array', items: condition },
    ownerReferences,
    containers: { type: 'array', items: container },
    initContainers: { type: 'array', items: container },
    ephemeralContainers: { type: 'array', items: container },
    volumes: { type: 'array', items: volume },
    nodeSelector: stringMap,
    tolerations: { type: 'array', items: toleration },
    configMaps: { type: 'array', items: { type: 'string' }, description: 'ConfigMaps it refers to, sorted' },
    secrets: { type: 'array', items: { type: 'string' }, description: 'Secrets it refers to, sorted' },
  },
} as const

export type PodDetail = FromSchema<typeof podDetail>
export type ContainerDetail = PodDetail['containers'][number]
