import type { ContainerDetail } from './detail-schema.ts'
import type { Container, EnvFromSource, EnvVar, Probe } from './model.ts'
import { programOf, withoutQuery } from '../../core/redact.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { containerState } from './container-state.ts'
import type { ReportedContainer } from './projections.ts'
import { containerFields } from './projections.ts'

/**
 * Projects a container for a Pod's detail response. Values of environment variables are never included, not
 * even literals.
 */
export function containerDetail(one: ReportedContainer): ContainerDetail {
  const { container, status } = one
  return omitEmpty({
    ...containerFields(one),
    restartPolicy: container.restartPolicy,
    state: containerState(status?.state) ?? { waiting: {} },
    lastState: containerState(status?.lastState),
    ports: (container.ports ?? []).map((port) =>
      omitEmpty({
        name: port.name,
        containerPort: port.containerPort,
        hostPort: port.hostPort,
        hostIP: port.hostIP,
        protocol: port.protocol ?? 'TCP',
      }),
    ),
    resources: {
      requests: container.resources?.requests ?? {},
      limits: container.resources?.limits ?? {},
    },
    probes: omitEmpty({
      liveness: probe(container.livenessProbe),
      readiness: probe(container.readinessProbe),
      startup: probe(container.startupProbe),
    }),
    env: (container.env ?? []).map((variable) => ({ name: variable.name, from: origin(variable) })),
    envFrom: (container.envFrom ?? []).flatMap(imported),
    mounts: mounts(container),
  })
}

function mounts(container: Container): ContainerDetail['mounts'] {
  return (container.volumeMounts ?? []).map((mount) =>
    omitEmpty({
      name: mount.name,
      mountPath: mount.mountPath,
      readOnly: mount.readOnly === true,
      subPath: mount.subPath,
      subPathExpr: mount.subPathExpr,
    }),
  )
}

function imported({ prefix, configMapRef, secretRef }: EnvFromSource): ContainerDetail['envFrom'] {
  if (configMapRef) return [omitEmpty({ kind: 'configMap', name: configMapRef.name, prefix })]
  return secretRef ? [omitEmpty({ kind: 'secret', name: secretRef.name, prefix })] : []
}

function origin({ valueFrom }: EnvVar): ContainerDetail['env'][number]['from'] {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef, fileKeyRef } = valueFrom ?? {}
  if (configMapKeyRef)
    return omitEmpty({ kind: 'configMap', name: configMapKeyRef.name, key: configMapKeyRef.key })
  if (secretKeyRef) return omitEmpty({ kind: 'secret', name: secretKeyRef.name, key: secretKeyRef.key })
  if (fieldRef) return { kind: 'field', key: fieldRef.fieldPath }
  if (resourceFieldRef)
    return omitEmpty({
      kind: 'resource',
      name: resourceFieldRef.containerName,
      key: resourceFieldRef.resource,
    })
  if (fileKeyRef) return { kind: 'file', name: fileKeyRef.volumeName, key: fileKeyRef.key }
  return { kind: 'literal' }
}

/**
 * Projects a probe's handler and timing. HTTP headers, the query of a path and the arguments of a command are left
 * out, since they may contain credentials.
 */
function probe(asked: Probe | null | undefined): ContainerDetail['probes']['liveness'] {
  if (!asked) return undefined
  const handler = probeHandler(asked)
  return (
    handler &&
    omitEmpty({
      ...handler,
      initialDelaySeconds: asked.initialDelaySeconds,
      timeoutSeconds: asked.timeoutSeconds,
      periodSeconds: asked.periodSeconds,
      successThreshold: asked.successThreshold,
      failureThreshold: asked.failureThreshold,
    })
  )
}

function probeHandler({ exec, httpGet, tcpSocket, grpc }: Probe): ContainerDetail['probes']['liveness'] {
  if (exec) return { kind: 'exec', command: programOf(exec.command ?? []) }
  if (httpGet) {
    const { scheme, host, port, path } = httpGet
    return omitEmpty({ kind: 'httpGet', scheme, host, port, path: path && withoutQuery(path) })
  }
  if (tcpSocket) return omitEmpty({ kind: 'tcpSocket', host: tcpSocket.host, port: tcpSocket.port })
  return grpc ? omitEmpty({ kind: 'grpc', port: grpc.port, service: grpc.service || undefined }) : undefined
}
