import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, timestamp } from '../../api/schemas/common.ts'
import { pageFields } from '../../api/schemas/parameters.ts'

/** The phases of the Kubernetes API; `Unknown` is no longer written, but still part of it. */
export const podPhases = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'] as const

/** Fields of a Pod in every response, without `containers`, which differ. */
export const podFields = {
  name: { type: 'string' },
  namespace: { type: 'string' },
  status: {
    type: 'string',
    description: 'The STATUS column of `kubectl get pods`: `Running`, `CrashLoopBackOff`, `Init:0/2`, …',
  },
  phase: { type: 'string', enum: podPhases },
  nodeName: { type: 'string', description: 'Absent until the Pod is scheduled' },
  podIP: { type: 'string', description: 'Absent until the Pod has an address' },
} as const

/** Fields of a container in every response. */
export const containerFields = {
  name: { type: 'string' },
  image: { type: 'string' },
  ready: { type: 'boolean' },
  restartCount: { type: 'integer' },
} as const

/** Exactly one of the three; `{waiting: {}}` before the kubelet reports. */
export const containerState = {
  title: 'ContainerState',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    running: {
      title: 'ContainerStateRunning',
      type: 'object',
      additionalProperties: false,
      properties: { startedAt: timestamp },
    },
    waiting: {
      title: 'ContainerStateWaiting',
      type: 'object',
      additionalProperties: false,
      properties: { reason: { type: 'string' }, message: { type: 'string' } },
    },
    terminated: {
      title: 'ContainerStateTerminated',
      type: 'object',
      additionalProperties: false,
      required: ['exitCode'],
      properties: {
        exitCode: { type: 'integer' },
        signal: { type: 'integer' },
        reason: { type: 'string' },
        message: { type: 'string' },
        startedAt: timestamp,
        finishedAt: timestamp,
      },
    },
  },
} as const

/** A Pod in GET /api/pods and GET /api/nodes/{name}/pods, and in the live stream. */
export const podSummary = {
  title: 'PodSummary',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'status', 'phase', 'containers'],
  properties: {
    ...podFields,
    containers: {
      type: 'array',
      items: {
        title: 'ContainerSummary',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'image', 'ready', 'restartCount'],
        properties: containerFields,
      },
    },
  },
} as const

/** A Pod in the list of a workload's Pods, as in GET /api/deployments/{name}/pods. */
export const ownedPod = {
  title: 'OwnedPod',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'namespace', 'status', 'phase', 'containers', 'createdAt'],
  properties: {
    ...podFields,
    containers: {
      type: 'array',
      items: {
        title: 'OwnedPodContainer',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'image', 'ready', 'restartCount', 'state'],
        properties: { ...containerFields, state: containerState },
      },
    },
    createdAt: timestamp,
  },
} as const

export const ownedPodList = {
  title: 'OwnedPodList',
  type: 'object',
  additionalProperties: false,
  required: ['pods'],
  properties: { pods: { type: 'array', items: ownedPod }, ...pageFields },
} as const

export const podRestartBody = {
  title: 'PodRestartRequest',
  type: 'object',
  additionalProperties: false,
  required: ['namespace'],
  properties: {
    namespace: namespaceName,
    gracePeriodSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400,
      description: "Seconds the Pod's containers get to stop; omitted: the Pod's own. 0 kills at once",
    },
  },
} as const

export const podRestart = {
  title: 'PodRestart',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'message', 'pod', 'namespace', 'timestamp', 'recreatedBy'],
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string' },
    pod: { type: 'string' },
    namespace: { type: 'string' },
    timestamp,
    recreatedBy: {
      description: 'The controller that makes a new Pod; null: none does, the Pod is gone',
      anyOf: [
        { type: 'null' },
        {
          title: 'Controller',
          type: 'object',
          additionalProperties: false,
          required: ['kind', 'name'],
          properties: { kind: { type: 'string' }, name: { type: 'string' } },
        },
      ],
    },
  },
} as const

export type PodPhase = (typeof podPhases)[number]
export type ContainerState = FromSchema<typeof containerState>
export type PodSummary = FromSchema<typeof podSummary>
export type OwnedPod = FromSchema<typeof ownedPod>
export type PodRestart = FromSchema<typeof podRestart>
export type PodRestartBody = FromSchema<typeof podRestartBody>
