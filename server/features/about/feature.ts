import type { Feature, FeatureState } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import { UnauthenticatedError } from '../../core/errors.ts'
import { packageVersion } from '../../core/version.ts'
import { aboutRoutes, type About } from './routes.ts'

interface Dependencies {
  readonly config: { readonly signIn: { readonly origin: URL } | undefined }
  /** Returns the states of the features that have to be configured, by name. */
  readonly featureStates: () => Readonly<Record<string, FeatureState>>
}

interface Call {
  readonly actor: RequestActor
  readonly policy: AuthorizationPolicy
}

/** `GET /api/about`: for pages that adapt to the caller and the configuration. */
export const aboutFeature: Feature<'about', Dependencies, Call, () => About, never> = {
  name: 'about',
  routes: aboutRoutes,
  start: async ({ config: { signIn }, featureStates }) => {
    const version = packageVersion()
    return {
      scope:
        ({ actor: { caller }, policy }) =>
        () => {
          if (caller === undefined) throw new UnauthenticatedError('authentication required')
          return {
            version,
            caller: { name: caller.name, via: caller.via },
            mayWrite: policy.mayWrite(caller),
            mayAudit: policy.mayAudit(caller),
            signIn:
              signIn === undefined
                ? { enabled: false }
                : { enabled: true, url: new URL('/api/auth/signin', signIn.origin).href },
            features: { ...featureStates() },
          }
        },
    }
  },
}
