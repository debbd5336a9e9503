import type { Kind } from '../../cluster/kind.ts'
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
  type WebhookConfiguration,
} from '../../kinds/extensions/kinds.ts'
import { creationRules } from '../failed-creation.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'

const configurationKinds: readonly Kind<WebhookConfiguration>[] = [
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
]

/** The words of an admission plug-in, and their meaning by their groups. */
interface Refusal {
  readonly pattern: RegExp
  readonly title: (policy: string) => string
  readonly message: (policy: string, text: string) => string
  readonly hint: string
  /** Returns the findings that explain the refusal. */
  readonly causes?: (policy: string, facts: Facts) => readonly Finding[]
}

const refusals: readonly Refusal[] = [
  {
    // Source: k8s.io/pod-security-admission/admission/admission.go.
    pattern: /^violates PodSecurity "([^"]*)": (.*)$/s,
    title: (level) => `PodSecurity "${level}" refuses its Pods`,
    message: (level, text) => `New Pods violate the Pod Security Standard "${level}": ${text}`,
    hint: 'Set these fields in the Pod template, or change the label pod-security.kubernetes.io/enforce of the namespace.',
  },
  {
    // Source: k8s.io/kubernetes/plugin/pkg/admission/limitranger/admission.go.
    pattern: /^()(.*(?:(?:minimum|maximum) \S+ usage per \S+ is|max limit to request ratio per \S+ is).*)$/s,
    title: () => 'a LimitRange refuses its Pods',
    message: (_, text) => `New Pods violate a LimitRange of the namespace: ${text}`,
    hint: 'Correct the requests and limits in the Pod template, or the LimitRange: kubectl describe limitrange.',
  },
  {
    // Source: k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go.
    pattern: /^admission webhook "([^"]*)" denied the request:? ?(.*)$/s,
    title: (webhook) => `admission webhook "${webhook}" refuses its Pods`,
    message: (webhook, text) => `The admission webhook "${webhook}" denies new Pods: ${text}`,
    hint: 'Change what the webhook names in the Pod template, or ask the owner of the webhook.',
  },
  {
    // Source: k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go.
    pattern: /^Internal error occurred: failed calling webhook "([^"]*)": (.*)$/s,
    title: (webhook) => `admission webhook "${webhook}" does not answer`,
    message: (webhook, text) =>
      `No Pod is created, because the admission webhook "${webhook}" fails: ${text}`,
    hint: 'Mend the Service and the Pods of the webhook, or delete its configuration if it is no longer in use.',
    causes: findingsOfWebhook,
  },
  {
    // Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go.
    pattern: /^ValidatingAdmissionPolicy '([^']*)' with binding '[^']*' denied request: (.*)$/s,
    title: (policy) => `ValidatingAdmissionPolicy "${policy}" refuses its Pods`,
    message: (policy, text) => `The ValidatingAdmissionPolicy "${policy}" denies new Pods: ${text}`,
    hint: 'Change what the policy names in the Pod template, or the policy.',
  },
]

export const podRefused = creationRules({
  id: 'pod-refused',
  description: 'PodSecurity, a LimitRange or an admission webhook refuses the Pods of a workload.',
  explain: (text, facts) => {
    for (const { pattern, title, message, hint, causes } of refusals) {
      const [, policy, words = ''] = pattern.exec(text) ?? []
      if (policy === undefined) continue
      return {
        title: title(policy),
        message: message(policy, words),
        hint,
        causes: causes?.(policy, facts) ?? [],
        group: policy,
      }
    }
    return undefined
  },
})

/** Returns the findings of the configurations that a webhook is in. */
function findingsOfWebhook(webhook: string, facts: Facts): readonly Finding[] {
  return configurationKinds.flatMap((kind) =>
    (facts.optional(() => facts.list(kind, {})) ?? [])
      .filter(({ webhooks }) => (webhooks ?? []).some(({ name }) => name === webhook))
      .flatMap((configuration) => facts.findings(kind, configuration)),
  )
}
