/*
 * Preloaded before the built service (node --import): removes authentication, authorization, access reviews
 * and request metrics. This is the reference that P22 compares the service with. The service has no setting
 * for it on purpose.
 */
import type * as authentication from '../../../server/auth/authenticator-chain.ts'
import type * as authorization from '../../../server/auth/authorization-policy.ts'
import type { Caller } from '../../../server/auth/caller.ts'
import type * as reviews from '../../../server/cluster/access/access-review-cache.ts'
import type * as metrics from '../../../server/telemetry/request-metrics.ts'

/** Imports a module of the built service, as this file's relative path names its source. */
const built = async (source: string): Promise<unknown> =>
  import(new URL(source.replace('/server/', '/dist/').replace(/\.ts$/, '.js'), import.meta.url).href)

const caller: Caller = { name: 'anyone', uid: undefined, groups: [], extra: {}, via: 'local' }
const { AuthenticatorChain } = (await built(
  '../../../server/auth/authenticator-chain.ts',
)) as typeof authentication
Object.assign(AuthenticatorChain.prototype, {
  authenticateCached: () => caller,
  authenticate: async () => caller,
} satisfies Partial<authentication.AuthenticatorChain>)

const { AuthorizationPolicy } = (await built(
  '../../../server/auth/authorization-policy.ts',
)) as typeof authorization
Object.assign(AuthorizationPolicy.prototype, {
  mayRead: () => true,
  require: () => undefined,
} satisfies Partial<authorization.AuthorizationPolicy>)

const { AccessReviewCache } = (await built(
  '../../../server/cluster/access/access-review-cache.ts',
)) as typeof reviews
const allowed: reviews.Decision = { allowed: true, stale: false }
Object.assign(AccessReviewCache.prototype, {
  peek: () => allowed,
  bind: () => () => allowed,
  check: () => allowed,
} satisfies Partial<reviews.AccessReviewCache>)

const { RequestSeries } = (await built('../../../server/telemetry/request-metrics.ts')) as typeof metrics
Object.assign(RequestSeries.prototype, { add: () => undefined } satisfies Partial<metrics.RequestSeries>)
