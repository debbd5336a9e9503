import type { MissingRight } from '../../core/errors.ts'
import { authorizedNamespace, resourceOf, type ApiCall } from '../client/api-call.ts'

/** Chart settings that determine a context's rights, so that a 403 can name the value to set. */
export interface RbacSource {
  context: string
  /** Whether this Helm release created the context's ServiceAccount: true only for the cluster it runs in. */
  managedByChart: boolean
  readOnly: boolean
  /** The namespaces of `rbac.scope: namespaces`; empty means cluster scope. */
  namespaces: readonly string[]
}

/** A call, or the question whether it is allowed. */
type DeniedCall = Pick<ApiCall, 'verb' | 'kind' | 'subresource' | 'name'> & { namespace?: string | undefined }

/** Returns the right that a denied call lacked, and the chart value that grants it. */
export function missingRight(call: DeniedCall, grants: RbacSource): MissingRight {
  const right = { verb: call.verb, apiGroup: call.kind.apiGroup, resource: resourceOf(call) }
  const namespace = authorizedNamespace(call)
  const enabledBy = chartValueFor(call, namespace, grants)
  return {
    ...right,
    ...(namespace === undefined ? {} : { namespace }),
    ...(enabledBy === undefined ? {} : { enabledBy }),
  }
}

function chartValueFor(
  call: DeniedCall,
  namespace: string | undefined,
  grants: RbacSource,
): string | undefined {
  const write = !['get', 'list', 'watch'].includes(call.verb)
  if (write && grants.readOnly) return 'rbac.readOnly=false'
  const scoped = grants.namespaces.length > 0
  if (scoped && (namespace === undefined || !grants.namespaces.includes(namespace)))
    return 'rbac.scope=cluster'
  if (call.kind.custom === true) return 'rbac.customResources'
  const group = call.kind.rbacGroups?.[rightKey(call)]
  return group === undefined ? undefined : `rbac.groups.${group}`
}

/** Returns the key of a call's right in `Kind.rbacGroups`: its verb, and its subresource if it has one. */
export function rightKey({ verb, subresource }: Pick<ApiCall, 'verb' | 'subresource'>): string {
  return subresource === undefined ? verb : `${verb} ${subresource}`
}

/** Returns one sentence that says which right or chart value to set. */
export function hintFor(missing: MissingRight, grants: RbacSource): string {
  const { enabledBy, verb, resource, apiGroup } = missing
  const right = `${verb} ${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`
  if (enabledBy === undefined)
    return `grant the right to ${right} to the identity of context "${grants.context}"`
  if (enabledBy === 'rbac.customResources')
    return `add "${apiGroup}" to rbac.customResources in the values of the Helm release, or grant the right to ${right} to the identity of context "${grants.context}"`
  const setting = enabledBy.includes('=') ? enabledBy : `${enabledBy}=true`
  if (grants.managedByChart) return `set ${setting} in the values of the Helm release`
  return `grant the right to ${right} to the identity of context "${grants.context}"; if the Helm chart created that ServiceAccount, set ${setting}`
}
