import type { V1Container, V1PodSpec } from '@kubernetes/client-node'

const VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
])
const SECCOMP = new Set(['RuntimeDefault', 'Localhost'])

/**
 * Returns the violations of the Pod Security Standard "restricted", one line each, and of two rules of this
 * project: a read-only root file system, and requests for CPU and memory. Source:
 * kubernetes.io/docs/concepts/security/pod-security-standards.
 */
export function podSecurityViolations(pod: V1PodSpec): string[] {
  const found: string[] = []
  if (pod.hostNetwork === true || pod.hostPID === true || pod.hostIPC === true)
    found.push('shares a host namespace')
  for (const { name, ...source } of pod.volumes ?? [])
    for (const type of Object.keys(source)) if (!VOLUMES.has(type)) found.push(`volume ${name}: ${type}`)
  if (pod.securityContext?.runAsUser === 0) found.push('Pod: runAsUser 0')
  if ((pod.securityContext?.sysctls ?? []).length > 0) found.push('Pod: sysctls')
  for (const container of [...(pod.initContainers ?? []), ...pod.containers])
    found.push(...ofContainer(pod, container).map((line) => `${container.name}: ${line}`))
  return found
}

function ofContainer(pod: V1PodSpec, container: V1Container): string[] {
  const context = container.securityContext ?? {}
  const seccomp = context.seccompProfile ?? pod.securityContext?.seccompProfile
  const wrong: [boolean, string][] = [
    [context.privileged === true, 'privileged'],
    [context.allowPrivilegeEscalation !== false, 'allowPrivilegeEscalation is not false'],
    [(context.runAsNonRoot ?? pod.securityContext?.runAsNonRoot) !== true, 'runAsNonRoot is not true'],
    [context.runAsUser === 0, 'runAsUser 0'],
    [!(context.capabilities?.drop ?? []).includes('ALL'), 'does not drop ALL capabilities'],
    [(context.capabilities?.add ?? []).some((one) => one !== 'NET_BIND_SERVICE'), 'adds capabilities'],
    [!SECCOMP.has(seccomp?.type ?? ''), 'no seccomp profile'],
    [(container.ports ?? []).some(({ hostPort }) => hostPort !== undefined && hostPort !== 0), 'hostPort'],
    [context.procMount !== undefined && context.procMount !== 'Default', 'procMount'],
    [context.readOnlyRootFilesystem !== true, 'root file system can be written'],
    [container.resources?.requests?.['cpu'] === undefined, 'no CPU requested'],
    [container.resources?.requests?.['memory'] === undefined, 'no memory requested'],
  ]
  return wrong.flatMap(([is, line]) => (is ? [line] : []))
}
