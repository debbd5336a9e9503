import type { MissingRight } from '../errors.ts'
import { groupOf } from './access.ts'
import { resourceOf, type Call } from './call.ts'

/** How the chart was told to grant rights to the identity of a context, so that a 403 can name the value to set. */
export interface Grants {
  context: string
  /** True where the chart of this installation made the identity: in the cluster it runs in. */
  byChart: boolean
  readOnly: boolean
  /** The namespaces of `rbac.scope: namespaces`; none: cluster scope. */
  namespaces: readonly string[]
}

/** The right a denied call lacked, and the chart value that grants it. */
export function missingRight(call: Call, grants: Grants): MissingRight {
  const right = { verb: call.verb, apiGroup: call.kind.apiGroup, resource: resourceOf(call) }
  const enabledBy = valueFor(call, right, grants)
  return {
    ...right,
    ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
    ...(enabledBy === undefined ? {} : { enabledBy }),
  }
}

function valueFor(
  call: Call,
  right: { verb: string; apiGroup: string; resource: string },
  grants: Grants,
): string | undefined {
  const write = !['get', 'list', 'watch'].includes(call.verb)
  if (write && grants.readOnly) return 'rbac.readOnly=false'
  const scoped = grants.namespaces.length > 0
  if (scoped && (call.namespace === undefined || !grants.namespaces.includes(call.namespace)))
    return 'rbac.scope=cluster'
  const group = groupOf(right)
  return group === undefined ? undefined : `rbac.groups.${group}`
}

/** One sentence that says what to set. */
export function hintFor(missing: MissingRight, grants: Grants): string {
  const { enabledBy, verb, resource, apiGroup } = missing
  const right = `${verb} ${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`
  if (enabledBy === undefined)
    return `grant the right to ${right} to the identity of context "${grants.context}"`
  const setting = enabledBy.includes('=') ? enabledBy : `${enabledBy}=true`
  if (grants.byChart) return `set ${setting} in the values of the Helm release`
  return `grant the right to ${right} to the identity of context "${grants.context}"; where the chart made that identity, set ${setting}`
}
