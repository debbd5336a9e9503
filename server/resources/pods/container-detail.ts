import type { ContainerDetail } from '../../contract/pod-detail.ts'
import type { Container, EnvFromSource, EnvVar, Probe } from '../../kube/pod-object.ts'
import { present } from '../present.ts'
import { containerState } from './container-state.ts'
import type { Reported } from './view.ts'
import { containerFields } from './view.ts'

/** All a Pod's detail shows of a container. Values of variables are never part of it, literals included. */
export function containerDetail(one: Reported): ContainerDetail {
  const { container, status } = one
  return present({
    ...containerFields(one),
    restartPolicy: container.restartPolicy,
    state: containerState(status?.state) ?? { waiting: {} },
    lastState: containerState(status?.lastState),
    ports: (container.ports ?? []).map((port) =>
      present({
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
    probes: present({
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
    present({
      name: mount.name,
      mountPath: mount.mountPath,
      readOnly: mount.readOnly === true,
      subPath: mount.subPath,
      subPathExpr: mount.subPathExpr,
    }),
  )
}

function imported({ prefix, configMapRef, secretRef }: EnvFromSource): ContainerDetail['envFrom'] {
  if (configMapRef) return [present({ kind: 'configMap', name: configMapRef.name, prefix })]
  return secretRef ? [present({ kind: 'secret', name: secretRef.name, prefix })] : []
}

function origin({ valueFrom }: EnvVar): ContainerDetail['env'][number]['from'] {
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef, fileKeyRef } = valueFrom ?? {}
  if (configMapKeyRef)
    return present({ kind: 'configMap', name: configMapKeyRef.name, key: configMapKeyRef.key })
  if (secretKeyRef) return present({ kind: 'secret', name: secretKeyRef.name, key: secretKeyRef.key })
  if (fieldRef) return { kind: 'field', key: fieldRef.fieldPath }
  if (resourceFieldRef)
    return present({
      kind: 'resource',
      name: resourceFieldRef.containerName,
      key: resourceFieldRef.resource,
    })
  if (fileKeyRef) return { kind: 'file', name: fileKeyRef.volumeName, key: fileKeyRef.key }
  return { kind: 'literal' }
}

/** What a probe asks and how often. Headers stay out: they may hold credentials. */
function probe(asked: Probe | null | undefined): ContainerDetail['probes']['liveness'] {
  if (!asked) return undefined
  const handler = probeHandler(asked)
  return (
    handler &&
    present({
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
  if (exec) return { kind: 'exec', command: [...(exec.command ?? [])] }
  if (httpGet) {
    const { scheme, host, port, path } = httpGet
    return present({ kind: 'httpGet', scheme, host, port, path })
  }
  if (tcpSocket) return present({ kind: 'tcpSocket', host: tcpSocket.host, port: tcpSocket.port })
  return grpc ? present({ kind: 'grpc', port: grpc.port, service: grpc.service || undefined }) : undefined
}
