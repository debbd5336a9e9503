import type { DeploymentDetail, DeploymentSummary } from '../../contract/deployment.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { Condition, Deployment } from '../../kube/objects.ts'
import type { View } from '../../kube/view.ts'
import type { Container } from '../../kube/pod-object.ts'
import { ageHoldsUntil, ageOf, commonDetail, createdAt } from '../metadata.ts'
import { present } from '../present.ts'
import { resolveRollingUpdate } from './rolling-update.ts'
import { deploymentStatus, desiredReplicas } from './status.ts'

/** api.md §2.1; `now` in milliseconds since 1970. */
export function deploymentSummary(object: Deployment, now: number): DeploymentSummary {
  const { metadata } = object
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    replicas: replicas(object),
    status: deploymentStatus(object),
    age: ageOf(metadata, now),
    images: containers(object).flatMap((container) => container.image ?? []),
    labels: metadata.labels ?? {},
    createdAt: createdAt(metadata),
  }
}

/** api.md §2.2, and the age and `paused`; `now` in milliseconds since 1970. */
export function deploymentDetail(object: Deployment, now: number): DeploymentDetail {
  const { metadata, spec, status } = object
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    replicas: { ...replicas(object), updated: status?.updatedReplicas ?? 0 },
    status: deploymentStatus(object),
    conditions: (status?.conditions ?? []).map(condition),
    strategy: strategy(object),
    selector: selector(object),
    template: {
      metadata: { labels: spec?.template?.metadata?.labels ?? {} },
      spec: { containers: containers(object).map(templateContainer) },
    },
    paused: spec?.paused === true,
    ...commonDetail(metadata, now),
  }
}

export const deploymentSummaryView: View<Deployment, DeploymentSummary> = {
  show: deploymentSummary,
  holdsUntil: ageHoldsUntil,
}

export const deploymentDetailView: View<Deployment, DeploymentDetail> = {
  show: deploymentDetail,
  holdsUntil: ageHoldsUntil,
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
  return present({
    type: one.type,
    status: one.status,
    lastUpdateTime: wholeSeconds(one.lastUpdateTime),
    lastTransitionTime: wholeSeconds(one.lastTransitionTime),
    reason: one.reason,
    message: one.message,
  })
}

function strategy(object: Deployment): DeploymentDetail['strategy'] {
  const asked = object.spec?.strategy
  const type = asked?.type ?? 'RollingUpdate'
  if (type !== 'RollingUpdate') return { type }
  return { type, rollingUpdate: resolveRollingUpdate(asked?.rollingUpdate, desiredReplicas(object)) }
}

function selector(object: Deployment): DeploymentDetail['selector'] {
  const { matchLabels, matchExpressions } = object.spec?.selector ?? {}
  return present({
    matchLabels: matchLabels ?? {},
    matchExpressions: matchExpressions?.map(({ key, operator, values }) => ({
      key,
      operator,
      values: [...(values ?? [])],
    })),
  })
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
