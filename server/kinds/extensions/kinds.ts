import type { Kind } from '../../cluster/kind.ts'
import type { Condition, List, ObjectMeta } from '../../cluster/objects.ts'

/** Service that an API server calls, in an extension of its API. */
export interface ServiceReference {
  namespace?: string
  name?: string
  port?: number | null
}

/** apiregistration.k8s.io/v1 APIService: the fields the service reads. */
export interface ApiService {
  metadata: ObjectMeta
  spec?: { group?: string; version?: string; service?: ServiceReference | null }
  status?: { conditions?: List<Condition> }
}

/** admissionregistration.k8s.io/v1 webhook, validating or mutating: the fields the service reads. */
export interface AdmissionWebhook {
  name?: string
  failurePolicy?: string | null
  clientConfig?: { service?: ServiceReference | null; url?: string | null }
  rules?: List<{ operations?: List<string>; apiGroups?: List<string>; resources?: List<string> }>
}

/** admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
export interface WebhookConfiguration {
  metadata: ObjectMeta
  webhooks?: List<AdmissionWebhook>
}

const granted = { namespaced: false, rbacGroups: { list: 'discovery', watch: 'discovery' } } as const
const CA_BUNDLE = 'webhooks.clientConfig.caBundle'

/*
 * Extensions of the API server. The diagnosis reads them; they have no routes, so they are no rows of the register.
 */
export const apiServices = {
  ...granted,
  kind: 'APIService',
  apiGroup: 'apiregistration.k8s.io',
  version: 'v1',
  plural: 'apiservices',
  unread: ['spec.caBundle'],
} as const satisfies Kind<ApiService>

export const validatingWebhookConfigurations = {
  ...granted,
  kind: 'ValidatingWebhookConfiguration',
  apiGroup: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'validatingwebhookconfigurations',
  unread: [CA_BUNDLE],
} as const satisfies Kind<WebhookConfiguration>

export const mutatingWebhookConfigurations = {
  ...granted,
  kind: 'MutatingWebhookConfiguration',
  apiGroup: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'mutatingwebhookconfigurations',
  unread: [CA_BUNDLE],
} as const satisfies Kind<WebhookConfiguration>

/** All extensions of the API server that rules read. */
export const extensionKinds = [
  apiServices,
  validatingWebhookConfigurations,
  mutatingWebhookConfigurations,
] as const
