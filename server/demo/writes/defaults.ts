import type { Kind } from '../kinds.ts'
import type { JsonObject, KubeObject } from '../object.ts'
import { isJsonObject } from '../object.ts'
import type { Deployment, PlacedWorkload, Pod, PodTemplate, ReplicaSet } from '../types.ts'
import { admitPod, defaultTemplate, suffixOf } from './pod-spec.ts'

const NO_TEMPLATE: PodTemplate = { metadata: {}, spec: { containers: [] } }

/** Kinds whose objects are nothing without a spec. */
const HAVE_SPECS = new Set(['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'])

type Default = (object: KubeObject) => KubeObject

/**
 * Defaults for each kind: the fields that a new object gets if they are missing. Idempotent, except for Pods.
 */
const defaults: Readonly<Record<string, Default>> = {
  Pod: (object) => admitPod(object as Pod),
  Deployment: (object) => {
    const spec: Partial<Deployment['spec']> = (object as Deployment).spec
    const strategy = spec.strategy ?? { type: 'RollingUpdate' }
    return {
      ...object,
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        ...spec,
        template: defaultTemplate(spec.template ?? NO_TEMPLATE),
        strategy:
          strategy.type === 'Recreate'
            ? strategy
            : {
                type: 'RollingUpdate',
                rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', ...strategy.rollingUpdate },
              },
      },
      status: isJsonObject(object['status']) ? object['status'] : {},
    }
  },
  ReplicaSet: (object) => {
    const spec: Partial<ReplicaSet['spec']> = (object as ReplicaSet).spec
    return {
      ...object,
      spec: {
        replicas: 1,
        ...spec,
        template: defaultTemplate(spec.template ?? NO_TEMPLATE),
      },
      status: isJsonObject(object['status']) ? object['status'] : { replicas: 0 },
    }
  },
  StatefulSet: (object) => {
    const spec: Partial<PlacedWorkload['spec']> = (object as PlacedWorkload).spec
    const strategy = spec.updateStrategy ?? { type: 'RollingUpdate' }
    return {
      ...object,
      spec: {
        replicas: 1,
        podManagementPolicy: 'OrderedReady',
        revisionHistoryLimit: 10,
        ...spec,
        template: defaultTemplate(spec.template ?? NO_TEMPLATE),
        updateStrategy:
          strategy.type === 'OnDelete'
            ? { type: 'OnDelete' }
            : { type: 'RollingUpdate', rollingUpdate: { partition: 0, ...strategy.rollingUpdate } },
      },
      status: isJsonObject(object['status']) ? object['status'] : { replicas: 0, availableReplicas: 0 },
    }
  },
  DaemonSet: (object) => {
    const spec: Partial<PlacedWorkload['spec']> = (object as PlacedWorkload).spec
    const strategy = spec.updateStrategy ?? { type: 'RollingUpdate' }
    const counts = {
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    }
    return {
      ...object,
      spec: {
        revisionHistoryLimit: 10,
        ...spec,
        template: defaultTemplate(spec.template ?? NO_TEMPLATE),
        updateStrategy:
          strategy.type === 'OnDelete'
            ? { type: 'OnDelete' }
            : {
                type: 'RollingUpdate',
                rollingUpdate: { maxSurge: 0, maxUnavailable: 1, ...strategy.rollingUpdate },
              },
      },
      status: isJsonObject(object['status']) ? object['status'] : counts,
    }
  },
  Job: (object) => {
    const spec = fieldOf(object, 'spec')
    const isOneOff = spec['completions'] === undefined && spec['parallelism'] === undefined
    return {
      ...object,
      spec: {
        ...(isOneOff ? { completions: 1 } : {}),
        parallelism: 1,
        backoffLimit: 6,
        completionMode: 'NonIndexed',
        suspend: false,
        ...spec,
        template: defaultTemplate((object as PlacedWorkload).spec.template ?? NO_TEMPLATE),
      },
      status: fieldOf(object, 'status'),
    }
  },
  CronJob: (object) => ({
    ...object,
    spec: {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      ...fieldOf(object, 'spec'),
    },
    status: fieldOf(object, 'status'),
  }),
  Namespace: (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name },
    },
    spec: { finalizers: ['kubernetes'], ...fieldOf(object, 'spec') },
    status: { phase: 'Active', ...fieldOf(object, 'status') },
  }),
  Secret: (object) => ({ ...object, type: object['type'] ?? 'Opaque' }),
  Service: (object) => {
    const spec = fieldOf(object, 'spec')
    const isExternal = spec['type'] === 'ExternalName'
    const clusterIP = spec['clusterIP'] ?? clusterIPOf(object)
    const inCluster = {
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      clusterIP,
      clusterIPs: [clusterIP],
    }
    return {
      ...object,
      spec: {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ...(isExternal ? {} : inCluster),
        ...spec,
        ...(isExternal && spec['ports'] === undefined ? {} : { ports: portsOf(object, spec) }),
      },
      status: { loadBalancer: {}, ...fieldOf(object, 'status') },
    }
  },
  Ingress: (object) => ({ ...object, status: { loadBalancer: {}, ...fieldOf(object, 'status') } }),
  HorizontalPodAutoscaler: (object) => ({
    ...object,
    spec: { minReplicas: 1, ...fieldOf(object, 'spec') },
    status: { desiredReplicas: 0, currentMetrics: null, ...fieldOf(object, 'status') },
  }),
}

/** Adds the defaults of its kind to an object. */
export function withDefaults(kind: Kind, object: KubeObject): KubeObject {
  // An object without a spec is stored unchanged: validation rejects it, and a test may need it.
  if (HAVE_SPECS.has(kind.kind) && !isJsonObject(object['spec'])) return object
  return defaults[kind.kind]?.(object) ?? object
}

function fieldOf(object: KubeObject, field: string): JsonObject {
  const value = object[field]
  return isJsonObject(value) ? value : {}
}

function portsOf(object: KubeObject, spec: JsonObject): unknown[] {
  const ports = Array.isArray(spec['ports']) ? spec['ports'].filter(isJsonObject) : []
  const isOnNodes = spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer'
  const [first, second] = numbersOf(object)
  return ports.map((port, index) => ({
    protocol: 'TCP',
    targetPort: port['port'],
    ...(isOnNodes ? { nodePort: 30_000 + ((first * 256 + second + index) % 2768) } : {}),
    ...port,
  }))
}

function clusterIPOf(object: KubeObject): string {
  return `10.96.${numbersOf(object).join('.')}`
}

/** Returns two numbers below 256, the same for each object of a name. */
function numbersOf({ metadata }: KubeObject): [number, number] {
  const [first = 0, second = 0] = [...Buffer.from(suffixOf(`${metadata.namespace}/${metadata.name}`, 2))]
  return [first, second]
}
