import type { Kind } from '../../cluster/kind.ts'
import { endpointSlices } from '../../kinds/endpointslices/kind.ts'
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
  type AdmissionWebhook,
  type ServiceReference,
  type WebhookConfiguration,
} from '../../kinds/extensions/kinds.ts'
import { services } from '../../kinds/services/kind.ts'
import { defineRule, type Rule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { nameOf } from '../finding.ts'
import { hasReadyAddress } from '../service-endpoints.ts'

/** Maximum number of resources that a message names. */
const MAX_RESOURCES = 10

/** Returns why nothing answers behind a reference to a Service; undefined if something may. */
function obstacleOf({ name = '', namespace = '' }: ServiceReference, facts: Facts) {
  const service = facts.get(services, name, namespace)
  const subject = `Service ${nameOf({ name, namespace })}`
  if (service === undefined) return { text: `${subject} does not exist`, causes: [] }
  const slices = facts.list(endpointSlices, {
    namespace,
    labelSelector: `kubernetes.io/service-name=${name}`,
  })
  if (hasReadyAddress(slices)) return undefined
  return { text: `${subject} has no ready endpoint`, causes: facts.findings(services, service) }
}

/** Returns the resources that a webhook is called for, as in RBAC: `deployments.apps`. */
function resourcesOf({ rules }: AdmissionWebhook): string {
  const names = new Set<string>()
  for (const { apiGroups, resources } of rules ?? [])
    for (const resource of resources ?? [])
      for (const group of apiGroups ?? []) {
        if (names.size === MAX_RESOURCES) return [...names].join(', ')
        names.add(group === '' ? resource : `${resource}.${group}`)
      }
  return [...names].join(', ')
}

function webhookRule(on: Kind<WebhookConfiguration>): Rule<WebhookConfiguration> {
  return defineRule({
    id: 'webhook-unreachable',
    on,
    severity: 'critical',
    description: 'An admission webhook that must answer has no ready endpoint, so that writes fail.',
    find: (configuration, facts) => {
      for (const [index, webhook] of (configuration.webhooks ?? []).entries()) {
        const service = webhook.clientConfig?.service
        if (webhook.failurePolicy === 'Ignore' || !service) continue
        const obstacle = obstacleOf(service, facts)
        if (obstacle === undefined) continue
        return {
          title: `webhook ${webhook.name ?? ''} cannot be reached`,
          message: `Writes of ${resourcesOf(webhook)} fail, because webhook "${webhook.name ?? ''}" has failurePolicy Fail and ${obstacle.text}.`,
          evidence: [
            fieldEvidence(on, configuration, `webhooks[${index}].clientConfig.service`, obstacle.text),
          ],
          hint: 'Mend the Service of the webhook, or delete the configuration if its program is gone.',
          confidence: 0.8,
          causes: obstacle.causes,
        }
      }
      return undefined
    },
  })
}

export const validatingWebhookUnreachable = webhookRule(validatingWebhookConfigurations)
export const mutatingWebhookUnreachable = webhookRule(mutatingWebhookConfigurations)
