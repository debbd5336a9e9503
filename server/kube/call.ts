import type { Target } from './path.ts'

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'patch' | 'delete'

/** One call to an API server: what is asked, in the terms RBAC decides on. */
export interface Call extends Target {
  verb: Verb
  query?: URLSearchParams
  body?: unknown
  contentType?: string
  /** In which form the answer is wanted; without it, whole objects as JSON. */
  accept?: string
  /** Asked by nobody: the service holds what it watches against the cluster. */
  ofCheck?: true
}

export const METHODS: Readonly<Record<Verb, 'GET' | 'POST' | 'PATCH' | 'DELETE'>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
}

/** Where a call is made, as a part of it: in a namespace, or in all. */
export function within(namespace: string | undefined): Pick<Target, 'namespace'> {
  return namespace === undefined ? {} : { namespace }
}

/** Resource with subresource, as RBAC writes it: `pods/log`. */
export function resourceOf(call: Pick<Target, 'kind' | 'subresource'>): string {
  return call.subresource === undefined ? call.kind.plural : `${call.kind.plural}/${call.subresource}`
}

/** The same with its API group: `deployments.apps`. */
export function qualifiedResource(target: Pick<Target, 'kind' | 'subresource'>): string {
  const { apiGroup } = target.kind
  return resourceOf(target) + (apiGroup === '' ? '' : `.${apiGroup}`)
}

/** What happened to a call, for metrics: the HTTP status, or the kind of failure when none came back. */
export interface CallObserver {
  observe(context: string, call: Call, code: string): void
}
