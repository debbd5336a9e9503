import { isNamespaceKind, type Kind } from '../kind.ts'
import type { Target } from './path.ts'

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete'

/** One call to an API server, in the terms RBAC decides on. */
export interface ApiCall extends Target {
  verb: Verb
  query?: URLSearchParams
  body?: unknown
  contentType?: string
  /** Media type of the Accept header; absent: whole objects as JSON. */
  accept?: string
  /** Marks a call of the cache consistency check, which no caller requested. */
  isConsistencyCheck?: true
}

export const METHODS: Readonly<Record<Verb, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}

/**
 * Returns the namespace field of a call or a name; empty for all namespaces, and for an object outside namespaces, whose
 * namespace some API servers write as null.
 */
export function inNamespace(namespace: string | null | undefined): Pick<Target, 'namespace'> {
  return namespace === undefined || namespace === null ? {} : { namespace }
}

/**
 * Returns the namespace that a call is authorized in: a call on a Namespace in that Namespace, so that a Role in it can
 * allow the call. Source: k8s.io/apiserver/pkg/endpoints/request, RequestInfoFactory.
 */
export function authorizedNamespace({
  kind,
  namespace,
  name,
}: {
  readonly kind: Kind<unknown>
  readonly namespace?: string | undefined
  readonly name?: string
}): string | undefined {
  return isNamespaceKind(kind) ? (name ?? namespace) : namespace
}

/** Returns the resource with its subresource, as RBAC writes it: `pods/log`. */
export function resourceOf(call: Pick<Target, 'kind' | 'subresource'>): string {
  return call.subresource === undefined ? call.kind.plural : `${call.kind.plural}/${call.subresource}`
}

/** Returns the resource with its API group: `deployments.apps`. */
export function qualifiedResource(target: Pick<Target, 'kind' | 'subresource'>): string {
  const { apiGroup } = target.kind
  return resourceOf(target) + (apiGroup === '' ? '' : `.${apiGroup}`)
}

/** Records calls for metrics. `code` is the HTTP status, or the kind of failure if no response arrived. */
export interface CallObserver {
  observe(context: string, call: ApiCall, code: string): void
}
