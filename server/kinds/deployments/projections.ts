import type { DeploymentDetail, DeploymentSummary } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { Condition } from '../../cluster/objects.ts'
import type { Deployment } from './model.ts'
import type { Container } from '../pods/model.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { ageOf, commonDetail, createdAt } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import { templateImages } from '../shared/pod-template.ts'
import { resolveRollingUpdate } from './rolling-update.ts'
import { deploymentStatus, desiredReplicas } from './status.ts'

/** Projects a Deployment for lists; `now` in milliseconds since 1970. */
export function deploymentSummary(object: Deployment, now: number): DeploymentSummary {
  const { metadata } = object
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    replicas: replicas(object),
    status: deploymentStatus(object),
    age: ageOf(metadata, now),
    images: templateImages(object.spec?.template),
    labels: metadata.labels ?? {},
    createdAt: createdAt(metadata),
  }
}

/** Projects a Deployment for its detail response; `now` in milliseconds since 1970. */
export function deploymentDetail(object: Deployment, now: number): DeploymentDetail {
  const { metadata, spec, status } = object
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    replicas: { ...replicas(object), updated: status?.updatedReplicas ?? 0 },
    status: deploymentStatus(object),
    conditions: (status?.conditions ?? []).map(condition),
    strategy: strategy(object),
    selector: projectSelector(object.spec?.selector),
    template: {
      metadata: { labels: spec?.template?.metadata?.labels ?? {} },
      spec: { containers: containers(object).map(templateContainer) },
    },
    paused: spec?.paused === true,
    ...commonDetail(metadata, now),
  }
}

function replicas(object: Deployment): DeploymentSummary['replicas'] {
  const { status } = object
  return {
    desired: desiredReplicas(object),
    ready: status?.readyReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    unavailable: status?.unavailableReplicas ?? 0,
  }
}

function containers(object: Deployment): readonly Container[] {
  return object.spec?.template?.spec?.containers ?? []
}

function condition(one: Condition): DeploymentDetail['conditions'][number] {
  return omitEmpty({
    type: one.type,
    status: one.status,
    lastUpdateTime: truncateToSeconds(one.lastUpdateTime),
    lastTransitionTime: truncateToSeconds(one.lastTransitionTime),
    reason: one.reason,
    message: one.message,
  })
}

function strategy(object: Deployment): DeploymentDetail['strategy'] {
  const spec = object.spec?.strategy
  const type = spec?.type ?? 'RollingUpdate'
  if (type !== 'RollingUpdate') return { type }
  return { type, rollingUpdate: resolveRollingUpdate(spec?.rollingUpdate, desiredReplicas(object)) }
}

function templateContainer(container: Container): DeploymentDetail['template']['spec']['containers'][number] {
  return {
    name: container.name,
    image: container.image ?? '',
    ports: (container.ports ?? []).map(({ containerPort, protocol }) => ({
      containerPort,
      protocol: protocol ?? 'TCP',
    })),
    resources: {
      requests: container.resources?.requests ?? {},
      limits: container.resources?.limits ?? {},
    },
  }
}
