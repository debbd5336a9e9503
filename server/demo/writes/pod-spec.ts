import { createHash } from 'node:crypto'
import type { JsonObject } from '../object.ts'
import type { Container, Pod, PodSpec, PodTemplate } from '../types.ts'

/** Applies the defaults of core/v1's SetDefaults_PodSpec; fields that are set stay. */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const { initContainers, containers, ...rest } = spec
  return {
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(defaultContainer) }),
    containers: (containers ?? []).map(defaultContainer),
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...rest,
  }
}

/** Applies the defaults of a Pod template; templates have no creationTimestamp since 1.34. */
export function defaultTemplate(template: PodTemplate): PodTemplate {
  return { metadata: template.metadata ?? {}, spec: defaultPodSpec(template.spec) }
}

function defaultContainer(container: Container): Container {
  const { name, image, ports, ...rest } = container
  return {
    name,
    image,
    resources: {},
    ...(ports === undefined
      ? {}
      : { ports: ports.map((port) => ({ ...port, protocol: port.protocol ?? 'TCP' })) }),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: /(^|\/)[^:@]+(:latest)?$/.test(image ?? '') ? 'Always' : 'IfNotPresent',
    ...rest,
  }
}

const serviceAccountMount = '/var/run/secrets/kubernetes.io/serviceaccount'

const tolerations = ['not-ready', 'unreachable'].map((key) => ({
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

/** Applies defaulting and admission (ServiceAccount, DefaultTolerationSeconds, Priority) to a new Pod. */
export function admitPod(pod: Pod): Pod {
  const spec = defaultPodSpec(pod.spec)
  const volumeName = `kube-api-access-${suffixOf(`${pod.metadata.namespace}/${pod.metadata.name}`)}`
  const mounted =
    spec['automountServiceAccountToken'] !== false &&
    !(spec.volumes ?? []).some(({ name }) => String(name).startsWith('kube-api-access-'))
  const mount = (container: Container): Container => ({
    ...container,
    volumeMounts: [
      ...(container.volumeMounts ?? []),
      { name: volumeName, readOnly: true, mountPath: serviceAccountMount },
    ],
  })
  const serviceAccountName = spec.serviceAccountName ?? 'default'
  const admitted: PodSpec = {
    ...(mounted ? { volumes: [...(spec.volumes ?? []), accessVolume(volumeName)] } : {}),
    ...spec,
    serviceAccountName,
    serviceAccount: serviceAccountName,
    tolerations: spec.tolerations ?? tolerations,
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  }
  if (mounted) {
    admitted.volumes = [...(spec.volumes ?? []), accessVolume(volumeName)]
    admitted.containers = spec.containers.map(mount)
    if (spec.initContainers !== undefined) admitted.initContainers = spec.initContainers.map(mount)
  }
  return {
    ...pod,
    spec: admitted,
    status: { qosClass: qosClass(spec), ...(pod.status ?? { phase: 'Pending' }) },
  }
}

/** Returns the quality of service class, by the rules of component-helpers' ComputePodQOS. */
export function qosClass(spec: PodSpec): string {
  const all = [...spec.containers, ...(spec.initContainers ?? [])]
  const some = all.some(({ resources }) => hasAny(resources?.requests) || hasAny(resources?.limits))
  if (!some) return 'BestEffort'
  const guaranteed = all.every(({ resources }) =>
    ['cpu', 'memory'].every((name) => {
      const limit = resources?.limits?.[name]
      return limit !== undefined && (resources?.requests?.[name] ?? limit) === limit
    }),
  )
  return guaranteed ? 'Guaranteed' : 'Burstable'
}

function hasAny(quantities: Record<string, string> | undefined): boolean {
  return Object.keys(quantities ?? {}).some((name) => name === 'cpu' || name === 'memory')
}

function accessVolume(name: string): JsonObject {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: 420,
    },
  }
}

const safe = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * Derives a name suffix from a text, in the characters of Kubernetes' generated names (apimachinery's
 * rand.SafeEncodeString).
 */
export function suffixOf(text: string, length = 5): string {
  const digest = createHash('sha256').update(text).digest()
  return [...digest.subarray(0, length)].map((byte) => safe.charAt(byte % safe.length)).join('')
}
