/*
 * Preloaded before the built service (node --import): removes authentication, authorization, access reviews
 * and request metrics. This is the reference that P22 compares the service with. The service has no setting
 * for it on purpose.
 */
const built = async (path: string): Promise<unknown> =>
  import(new URL(`../../../dist/${path}`, import.meta.url).href)

interface Class {
  prototype: Record<string, unknown>
}

const caller = { name: 'anyone', uid: undefined, groups: [], extra: {}, via: 'local' }
const { Authentication } = (await built('auth/authentication.js')) as { Authentication: Class }
Object.assign(Authentication.prototype, { known: () => caller, callerOf: async () => caller })
const { Permission } = (await built('auth/permission.js')) as { Permission: Class }
Object.assign(Permission.prototype, { mayRead: () => true, check: () => undefined })
const { Gate } = (await built('kube/gate.js')) as { Gate: Class }
const allowed = { allowed: true, stale: false }
Object.assign(Gate.prototype, {
  allows: () => true,
  asking: () => () => true,
  check: () => allowed,
})
const { RequestSeries } = (await built('http/request-metrics.js')) as { RequestSeries: Class }
Object.assign(RequestSeries.prototype, { add: () => undefined })
