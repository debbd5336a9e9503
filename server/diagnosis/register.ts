import type { AnyRule } from './define-rule.ts'
import { apiServiceUnavailable } from './rules/api-service-unavailable.ts'
import { autoscalerWithoutMetrics } from './rules/autoscaler-without-metrics.ts'
import { claimOfPodUnbound } from './rules/claim-of-pod-unbound.ts'
import { commandCannotRun } from './rules/command-cannot-run.ts'
import { configMissing } from './rules/config-missing.ts'
import { crashLoop } from './rules/crash-loop.ts'
import { cronJobFailing } from './rules/cronjob-failing.ts'
import { daemonSetUnavailable } from './rules/daemonset-unavailable.ts'
import { deploymentStalled } from './rules/deployment-stalled.ts'
import { deploymentUnavailable } from './rules/deployment-unavailable.ts'
import { disruptionNotAllowed } from './rules/disruption-not-allowed.ts'
import { dnsUnavailable } from './rules/dns-unavailable.ts'
import { failingSinceChange } from './rules/failing-since-change.ts'
import { imageNotFound } from './rules/image-not-found.ts'
import { imagePullRefused } from './rules/image-pull-refused.ts'
import { ingressBackendMissing } from './rules/ingress-backend-missing.ts'
import { initBlocked } from './rules/init-blocked.ts'
import { jobFailed } from './rules/job-failed.ts'
import { namespaceTerminating } from './rules/namespace-terminating.ts'
import { nodeNotReady } from './rules/node-not-ready.ts'
import { nodeOfPodNotReady } from './rules/node-of-pod-not-ready.ts'
import { nodePressure } from './rules/node-pressure.ts'
import { nodeUnreachable } from './rules/node-unreachable.ts'
import { nodesExcluded } from './rules/nodes-excluded.ts'
import { outOfMemory } from './rules/out-of-memory.ts'
import { podCauseUnknown } from './rules/pod-cause-unknown.ts'
import { podRefused } from './rules/pod-refused.ts'
import { probeRestarts } from './rules/probe-restarts.ts'
import { provisioningFailed } from './rules/provisioning-failed.ts'
import { quotaExceeded } from './rules/quota-exceeded.ts'
import { readinessFailing } from './rules/readiness-failing.ts'
import { resourcesShort } from './rules/resources-short.ts'
import { servicePortNotFound } from './rules/service-port-not-found.ts'
import { serviceSelectsNoPod } from './rules/service-selects-no-pod.ts'
import { serviceWithoutReadyEndpoint } from './rules/service-without-ready-endpoint.ts'
import { statefulSetBlocked } from './rules/statefulset-blocked.ts'
import { storageClassMissing } from './rules/storage-class-missing.ts'
import { terminationStuck } from './rules/termination-stuck.ts'
import { volumeNotMounted } from './rules/volume-not-mounted.ts'
import { mutatingWebhookUnreachable, validatingWebhookUnreachable } from './rules/webhook-unreachable.ts'

/** The register of rules: a rule is added by its row. */
export const rules: readonly AnyRule[] = [
  apiServiceUnavailable,
  autoscalerWithoutMetrics,
  claimOfPodUnbound,
  commandCannotRun,
  configMissing,
  crashLoop,
  cronJobFailing,
  daemonSetUnavailable,
  deploymentStalled,
  deploymentUnavailable,
  disruptionNotAllowed,
  dnsUnavailable,
  failingSinceChange,
  imageNotFound,
  imagePullRefused,
  ingressBackendMissing,
  initBlocked,
  jobFailed,
  mutatingWebhookUnreachable,
  namespaceTerminating,
  nodeNotReady,
  nodeOfPodNotReady,
  nodePressure,
  nodesExcluded,
  nodeUnreachable,
  outOfMemory,
  podCauseUnknown,
  ...podRefused,
  probeRestarts,
  provisioningFailed,
  ...quotaExceeded,
  readinessFailing,
  resourcesShort,
  servicePortNotFound,
  serviceSelectsNoPod,
  serviceWithoutReadyEndpoint,
  statefulSetBlocked,
  storageClassMissing,
  terminationStuck,
  validatingWebhookUnreachable,
  volumeNotMounted,
]
