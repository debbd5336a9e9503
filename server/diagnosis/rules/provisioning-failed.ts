import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { defineRule } from '../define-rule.ts'
import { eventEvidence } from '../evidence.ts'

/** The class does not exist, which is another rule. Source: k8s.io/kubernetes/pkg/controller/volume/persistentvolume. */
const NO_CLASS = /^storageclass\.storage\.k8s\.io "[^"]*" not found/

/** Reasons of Events after which an earlier failure counts no more. */
const OUTCOMES: ReadonlySet<string> = new Set(['ProvisioningFailed', 'ProvisioningSucceeded'])

export const provisioningFailed = defineRule({
  id: 'provisioning-failed',
  on: persistentVolumeClaims,
  severity: 'critical',
  description: 'The provisioner could not make the volume of a claim.',
  find: (claim, facts) => {
    const { metadata, status } = claim
    if (status?.phase !== 'Pending' || metadata.deletionTimestamp) return undefined
    const last = facts.events(persistentVolumeClaims, claim).find(({ reason = '' }) => OUTCOMES.has(reason))
    const { reason, message = '' } = last ?? {}
    if (last === undefined || reason !== 'ProvisioningFailed' || NO_CLASS.test(message)) return undefined
    return {
      title: 'volume could not be provisioned',
      message: `The claim is unbound, because its volume could not be provisioned: ${message}`,
      evidence: [eventEvidence(last)],
      hint: 'Correct what the provisioner names, in the claim or its StorageClass; else read the log of the provisioner.',
      since: last.firstTimestamp ?? last.eventTime ?? metadata.creationTimestamp,
      confidence: 0.95,
    }
  },
})
