import type { AnyRule } from './define-rule.ts'
import { autoscalerWithoutMetrics } from './rules/autoscaler-without-metrics.ts'
import { cronJobFailing } from './rules/cronjob-failing.ts'
import { daemonSetUnavailable } from './rules/daemonset-unavailable.ts'
import { deploymentStalled } from './rules/deployment-stalled.ts'
import { deploymentUnavailable } from './rules/deployment-unavailable.ts'
import { disruptionNotAllowed } from './rules/disruption-not-allowed.ts'
import { imageNotFound } from './rules/image-not-found.ts'
import { ingressBackendMissing } from './rules/ingress-backend-missing.ts'
import { jobFailed } from './rules/job-failed.ts'
import { namespaceTerminating } from './rules/namespace-terminating.ts'
import { nodeNotReady } from './rules/node-not-ready.ts'
import { nodeOfPodNotReady } from './rules/node-of-pod-not-ready.ts'
import { nodePressure } from './rules/node-pressure.ts'
import { nodeUnreachable } from './rules/node-unreachable.ts'
import { podRefused } from './rules/pod-refused.ts'
import { provisioningFailed } from './rules/provisioning-failed.ts'
import { quotaExceeded } from './rules/quota-exceeded.ts'
import { servicePortNotFound } from './rules/service-port-not-found.ts'
import { serviceSelectsNoPod } from './rules/service-selects-no-pod.ts'
import { serviceWithoutReadyEndpoint } from './rules/service-without-ready-endpoint.ts'
import { statefulSetBlocked } from './rules/statefulset-blocked.ts'
import { storageClassMissing } from './rules/storage-class-missing.ts'

/** The register of rules: a rule is added by its row. */
export const rules: readonly AnyRule[] = [
  autoscalerWithoutMetrics,
  cronJobFailing,
  daemonSetUnavailable,
  deploymentStalled,
  deploymentUnavailable,
  disruptionNotAllowed,
  imageNotFound,
  ingressBackendMissing,
  jobFailed,
  namespaceTerminating,
  nodeNotReady,
  nodeOfPodNotReady,
  nodePressure,
  nodeUnreachable,
  ...podRefused,
  provisioningFailed,
  ...quotaExceeded,
  servicePortNotFound,
  serviceSelectsNoPod,
  serviceWithoutReadyEndpoint,
  statefulSetBlocked,
  storageClassMissing,
]
