import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { Container, ContainerStatus, Probe, Volume } from '../../../server/kinds/pods/model.ts'
import { annotations } from './annotations.ts'
import * as shown from './pod.ts'

/** Reference implementation of the API's Pod detail, without its age. */
export function detail(seen: shown.ObservedPod): Record<string, unknown> {
  const { metadata, spec, status } = seen.pod
  return {
    ...shown.fields(seen),
    uid: metadata.uid,
    createdAt: metadata.creationTimestamp,
    labels: metadata.labels ?? {},
    annotations: annotations(metadata.annotations),
    reason: status?.reason,
    message: status?.message,
    hostIP: status?.hostIP,
    serviceAccount: spec?.serviceAccountName,
    qosClass: status?.qosClass,
    priority: spec?.priority,
    restartPolicy: spec?.restartPolicy,
    startTime: status?.startTime,
    deletionTimestamp: metadata.deletionTimestamp,
    podIPs: (status?.podIPs ?? []).map(({ ip }) => ip),
    conditions: (status?.conditions ?? []).map((one) => ({
      type: one.type,
      status: one.status,
      reason: one.reason,
      message: one.message,
      lastProbeTime: one.lastProbeTime ?? undefined,
      lastTransitionTime: one.lastTransitionTime ?? undefined,
    })),
    ownerReferences: (metadata.ownerReferences ?? []).map(({ apiVersion, kind, name, uid, controller }) => ({
      apiVersion,
      kind,
      name,
      uid,
      controller: controller ?? false,
    })),
    containers: containers(spec?.containers, status?.containerStatuses),
    initContainers: containers(spec?.initContainers, status?.initContainerStatuses),
    ephemeralContainers: containers(spec?.ephemeralContainers, status?.ephemeralContainerStatuses),
    volumes: (spec?.volumes ?? []).map((one) => ({ name: one.name, source: source(one) })),
    nodeSelector: spec?.nodeSelector ?? {},
    tolerations: spec?.tolerations ?? [],
    configMaps: named(seen.pod, /^(configMap|configMapRef|configMapKeyRef)$/, ['name']),
    secrets: named(seen.pod, /^(secret|secretRef|secretKeyRef|imagePullSecrets)$/, ['name', 'secretName']),
  }
}

function containers(
  specs: readonly Container[] | null | undefined,
  statuses: readonly ContainerStatus[] | null | undefined,
): Record<string, unknown>[] {
  return (specs ?? []).map((one) => {
    const status = statuses?.find(({ name }) => name === one.name)
    return {
      ...shown.container(one, statuses ?? []),
      restartPolicy: one.restartPolicy ?? undefined,
      state: shown.state(status?.state) ?? { waiting: {} },
      lastState: shown.state(status?.lastState),
      ports: one.ports ?? [],
      resources: { requests: one.resources?.requests ?? {}, limits: one.resources?.limits ?? {} },
      probes: {
        liveness: probe(one.livenessProbe),
        readiness: probe(one.readinessProbe),
        startup: probe(one.startupProbe),
      },
      env: (one.env ?? []).map(({ name, valueFrom }) => ({ name, from: origin(valueFrom ?? {}) })),
      envFrom: (one.envFrom ?? []).map(({ prefix, configMapRef, secretRef }) => ({
        kind: configMapRef ? 'configMap' : 'secret',
        name: configMapRef?.name ?? secretRef?.name,
        prefix,
      })),
      mounts: (one.volumeMounts ?? []).map(({ name, mountPath, readOnly, subPath, subPathExpr }) => ({
        name,
        mountPath,
        readOnly: readOnly ?? false,
        subPath,
        subPathExpr,
      })),
    }
  })
}

function probe(asked: Probe | null | undefined): Record<string, unknown> | undefined {
  if (!asked) return undefined
  const { exec, httpGet, tcpSocket, grpc, ...timing } = asked as Record<string, unknown>
  const [kind, how] = Object.entries({ exec, httpGet, tcpSocket, grpc }).find(([, value]) => value) ?? []
  const { httpHeaders: _, ...shown } = how as Record<string, unknown>
  if (shown['service'] === '') delete shown['service']
  // A probe shows its program and its path, without arguments and query.
  if (kind === 'exec') shown['command'] = (shown['command'] as string[]).slice(0, 1)
  if (typeof shown['path'] === 'string') shown['path'] = shown['path'].split('?', 1)[0]
  return { kind, ...shown, ...timing }
}

function origin(valueFrom: Record<string, unknown>): Record<string, unknown> {
  const [how = 'literal', where] = Object.entries(valueFrom)[0] ?? []
  const said = (where ?? {}) as Record<string, string>
  switch (how) {
    case 'configMapKeyRef':
      return { kind: 'configMap', name: said['name'], key: said['key'] }
    case 'secretKeyRef':
      return { kind: 'secret', name: said['name'], key: said['key'] }
    case 'fieldRef':
      return { kind: 'field', key: said['fieldPath'] }
    case 'resourceFieldRef':
      return { kind: 'resource', name: said['containerName'], key: said['resource'] }
    default:
      return { kind: how }
  }
}

/**
 * The field of each kind of volume that names its source, for the kinds that the fixtures and kube-system
 * use.
 */
const FIELDS: Readonly<Record<string, string>> = {
  configMap: 'name',
  secret: 'secretName',
  persistentVolumeClaim: 'claimName',
  hostPath: 'path',
  csi: 'driver',
  nfs: 'server',
}

function source(volume: Volume): Record<string, unknown> {
  const { name: _, ...rest } = volume
  const [kind = '', value] = Object.entries(rest)[0] ?? []
  const said = (value ?? {}) as Record<string, unknown>
  if (kind === 'projected')
    return {
      kind,
      sources: ((said['sources'] ?? []) as Record<string, Record<string, unknown>>[]).map((part) => {
        const [of = '', what] = Object.entries(part)[0] ?? []
        return { kind: of, name: of === 'configMap' || of === 'secret' ? what?.['name'] : undefined }
      }),
    }
  return { kind, name: said[FIELDS[kind] ?? ''] }
}

/** Collects the names under certain keys anywhere in the spec, sorted and without duplicates. */
function named(pod: Pod, keys: RegExp, fields: readonly string[]): string[] {
  const names = new Set<string>()
  const look = (value: unknown, key: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const one of value) look(one, key)
      return
    }
    if (keys.test(key))
      for (const field of fields) {
        const name: unknown = Reflect.get(value, field)
        if (typeof name === 'string') names.add(name)
      }
    for (const [inner, one] of Object.entries(value)) look(one, inner)
  }
  look(pod.spec, 'spec')
  return [...names].sort()
}
