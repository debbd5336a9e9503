import type { AnyRule } from './define-rule.ts'
import { apiServiceUnavailable } from './rules/api-service-unavailable.ts'
import { dnsUnavailable } from './rules/dns-unavailable.ts'
import { imageNotFound } from './rules/image-not-found.ts'
import { nodeNotReady } from './rules/node-not-ready.ts'
import { nodeOfPodNotReady } from './rules/node-of-pod-not-ready.ts'
import { podCauseUnknown } from './rules/pod-cause-unknown.ts'
import { deploymentStalled } from './rules/deployment-stalled.ts'
import { mutatingWebhookUnreachable, validatingWebhookUnreachable } from './rules/webhook-unreachable.ts'

/** The register of rules: a rule is added by its row. */
export const rules: readonly AnyRule[] = [
  imageNotFound,
  nodeOfPodNotReady,
  podCauseUnknown,
  deploymentStalled,
  nodeNotReady,
  apiServiceUnavailable,
  validatingWebhookUnreachable,
  mutatingWebhookUnreachable,
  dnsUnavailable,
]
