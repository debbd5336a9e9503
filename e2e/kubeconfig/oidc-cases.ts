import { oneFile, PLAIN, single, trusted } from './build-case.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'
import { CLIENT_ID } from './recording-issuer.ts'

const expired = { 'id-token': '@expiredToken@', 'refresh-token': 'first' }

/** Returns the settings of an issuer of this behaviour. */
function settings(behaviour: string, changes: object = {}): object {
  return {
    'idp-issuer-url': `@issuer@/${behaviour}`,
    'idp-certificate-authority-data': '@ca@',
    'client-id': CLIENT_ID,
    'client-secret': 's',
    ...expired,
    ...changes,
  }
}

function oidc(
  name: string,
  config: object,
  {
    user = {},
    cluster = trusted,
    ...more
  }: Partial<KubeconfigCase> & { user?: object; cluster?: object } = {},
): KubeconfigCase {
  const provider = { 'auth-provider': { name: 'oidc', config } }
  return oneFile(`oidc: ${name}`, single(cluster, { ...user, ...provider }), more)
}

/** Returns cases of the auth-provider oidc. */
export function oidcCases(): KubeconfigCase[] {
  return [...tokens(), ...issuers(), ...surroundings()]
}

function tokens(): KubeconfigCase[] {
  const of = (name: string, changes: object) => oidc(name, settings('basic', changes))
  return [
    of('valid ID token', { 'id-token': '@validToken@' }),
    of('valid ID token without a refresh token', { 'id-token': '@validToken@', 'refresh-token': undefined }),
    of('valid ID token and a client without a secret', { 'id-token': '@validToken@', 'client-secret': '' }),
    oidc('valid ID token of an issuer that is gone', settings('gone', { 'id-token': '@validToken@' })),
    of('expired ID token', {}),
    of('expired ID token without a refresh token', { 'refresh-token': undefined }),
    of('expired ID token and an empty refresh token', { 'refresh-token': '' }),
    of('expired ID token and a revoked refresh token', { 'refresh-token': 'revoked' }),
    of('no ID token', { 'id-token': undefined }),
    of('empty ID token', { 'id-token': '' }),
    of('no tokens', { 'id-token': undefined, 'refresh-token': undefined }),
    of('ID token without an expiry', { 'id-token': '@tokenWithoutExpiry@' }),
    of('ID token that is no JSON Web Token', { 'id-token': 'opaque' }),
    of('ID token that is no JSON Web Token, without a refresh token', {
      'id-token': 'opaque',
      'refresh-token': undefined,
    }),
  ]
}

function issuers(): KubeconfigCase[] {
  const of = (name: string, changes: object) => oidc(name, settings('basic', changes))
  return [
    oidc('issuer that wants the secret in the form', settings('post')),
    oidc('issuer that does not rotate the refresh token', settings('kept')),
    oidc('issuer that returns no ID token', settings('none')),
    oidc('issuer with a slash', settings('slash', { 'idp-issuer-url': '@issuer@/slash/' })),
    oidc('issuer with a slash that is missing', settings('slash')),
    oidc('issuer without a slash that is added', settings('basic', { 'idp-issuer-url': '@issuer@/basic/' })),
    oidc('issuer without a discovery document', settings('gone')),
    of('no issuer', { 'idp-issuer-url': undefined }),
    of('no client', { 'client-id': undefined }),
    of('client without a secret', { 'client-secret': undefined }),
    of('client with odd characters', { 'client-id': 'a b:c', 'client-secret': 'é %+&' }),
    of('extra scopes', { 'extra-scopes': 'groups,email' }),
    of('CA in a file', {
      'idp-certificate-authority-data': undefined,
      'idp-certificate-authority': '@folder@/pki/ca.crt',
    }),
    of('CA as data and in a file', { 'idp-certificate-authority': '@folder@/pki/other.crt' }),
    of('CA in a file that is missing', {
      'idp-certificate-authority-data': undefined,
      'idp-certificate-authority': '@folder@/gone',
    }),
    of('CA of garbage', { 'idp-certificate-authority-data': 'Z2FyYmFnZQ==' }),
    of('CA that is not base64', { 'idp-certificate-authority-data': '!' }),
    of('another CA', { 'idp-certificate-authority-data': '@otherCa@' }),
    of('no CA', { 'idp-certificate-authority-data': undefined }),
    of('unknown settings', { more: 'x' }),
  ]
}

function surroundings(): KubeconfigCase[] {
  const config = settings('basic')
  const certificate = { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' }
  return [
    oidc('impersonation', config, { user: { as: 'dev', 'as-groups': ['a'] } }),
    oidc('beside a token', config, { user: { token: 'of-user' } }),
    oidc('beside a client certificate', config, { user: certificate }),
    oidc('over plain HTTP', config, { cluster: { server: PLAIN } }),
    oidc('two requests', config, { requests: 2 }),
    oidc('two requests with a valid ID token', settings('basic', { 'id-token': '@validToken@' }), {
      requests: 2,
    }),
  ]
}
