import type { FromSchema } from 'json-schema-to-ts'
import { groups, list } from '../api/schemas/settings.ts'
import { auditSettings } from '../audit/settings.ts'
import { consoleSettings } from '../console/settings.ts'
import { diagnosisSettings } from '../diagnosis/settings.ts'
import { notificationsSettings } from '../features/notifications/settings.ts'
import { aiSettings } from '../features/ai/settings.ts'
import { repohostAppSettings } from '../features/repohost-app/settings.ts'
import { repohostSettings } from '../features/repohost/settings.ts'
import { secretValuesSettings } from '../features/secret-values/settings.ts'
import { settingsSettings } from '../features/settings/settings.ts'

/** Printable, and not the beginning of names of the cluster or of another authentication method. */
const identityPrefix = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^(?!system:|cluster-inspector:|proxy:|github:)[!-~]+$',
  default: 'oidc:',
} as const
const duration = { type: 'string', format: 'duration' } as const
const port = { type: 'integer', minimum: 0, maximum: 65_535 } as const

/** Mount path of a Pod's ServiceAccount token. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Every setting: a flag `--metrics-port`, a variable CLUSTER_INSPECTOR_METRICS_PORT, a key `metricsPort` of the file. */
export const settings = {
  type: 'object',
  additionalProperties: false,
  required: [
    'port',
    'host',
    'metricsPort',
    'demo',
    'serviceAccount',
    'allowedHosts',
    'allowedOrigins',
    'tlsPort',
    'trustedProxies',
    'tokenAudiences',
    'authorization',
    'sharedIdentities',
    'readGroups',
    'writeGroups',
    'auditGroups',
    'auditRequired',
    'console',
    'revealSecrets',
    'revealGroups',
    'repohostShared',
    'repohostRepositories',
    'repohostReadOnly',
    'repohostAllowHttp',
    'repohostAllowSecrets',
    'repohostAllowWorkflows',
    'repohostDraftFallback',
    'notifications',
    'notificationsAllowedHosts',
    'notificationsAllowedAddresses',
    'notificationsContexts',
    'notificationsFor',
    'notificationsGroupWait',
    'notificationsResolveAfter',
    'notificationsFlapWindow',
    'notificationsRepeat',
    'aiTokensPerDay',
    'aiPseudonyms',
    'aiAllowHttp',
    'rateLimit',
    'oidcScopes',
    'groupsClaim',
    'oidcUsernamePrefix',
    'oidcGroupsPrefix',
    'githubOrganizations',
    'namespaces',
    'readOnly',
    'logLevel',
    'cache',
    'accessLog',
    'requestTimeout',
    'shutdownDelay',
    'shutdownGrace',
    'checkResponses',
  ],
  properties: {
    port: { ...port, default: 8080, description: 'port of the API (variable: PORT)' },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'address to listen on, * for all',
    },
    allowedHosts: {
      ...list,
      items: { type: 'string', format: 'host-name' },
      description: 'host names of this service, in addition to addresses and localhost',
    },
    allowedOrigins: {
      ...list,
      items: { type: 'string', format: 'web-origin' },
      description:
        'other origins whose pages may call the API, with bearer tokens only, such as https://console.example.com',
    },
    loopback: {
      type: 'boolean',
      description:
        'accept callers from the same host: kubectl port-forward, or local users (default: true; false if authorization is caller)',
    },
    tokenAudiences: {
      ...groups,
      description: 'accept bearer tokens that the default cluster verifies for one of these audiences',
    },
    tlsPort: {
      ...port,
      default: 8443,
      description: 'port of the API over TLS; the plain port then listens on loopback only',
    },
    tlsCertificateFile: {
      type: 'string',
      minLength: 1,
      description: 'serve TLS with the certificate chain in this file, which is reloaded when it changes',
    },
    tlsKeyFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the private key of that certificate',
    },
    tlsClientCaFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the CA, up to its root, of the client certificates of trusted proxies',
    },
    trustedProxies: {
      ...list,
      // A leading dot would match every name with that suffix.
      items: { type: 'string', minLength: 1, maxLength: 253, pattern: '^[^.\\u0000-\\u001f]' },
      description: 'certificate names of proxies whose X-Remote-User and X-Remote-Group are trusted',
    },
    authorization: {
      enum: ['service', 'caller'],
      default: 'service',
      description:
        'whose permissions in the cluster apply: those of the service, or those of the caller as well',
    },
    sharedIdentities: {
      ...list,
      items: { type: 'string', format: 'context-name' },
      description:
        'contexts, besides the default one, in which callers have the same user names (authorization: caller)',
    },
    readGroups: { ...groups, description: 'groups whose members may read, empty for all callers' },
    writeGroups: {
      ...groups,
      description: 'groups whose members may also change resources, empty for all callers',
    },
    authUrl: {
      type: 'string',
      minLength: 1,
      description: 'URL of this service in browsers, such as https://inspector.example.com; enables sign-in',
    },
    signInKeysFile: {
      type: 'string',
      minLength: 1,
      description: 'file with session keys, one per line: the first encrypts, all decrypt',
    },
    oidcIssuer: {
      type: 'string',
      minLength: 1,
      description: 'URL of the OpenID Connect issuer for sign-in',
    },
    oidcClientId: { type: 'string', minLength: 1, description: 'client ID of this service at the issuer' },
    oidcClientSecretFile: { type: 'string', minLength: 1, description: 'file with the secret for that' },
    oidcScopes: {
      ...groups,
      default: ['openid', 'profile', 'email'],
      description: 'scopes to request from the issuer',
    },
    oidcCaFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the CA of the issuer (default: the CAs that Node.js trusts)',
    },
    nameClaim: {
      type: 'string',
      minLength: 1,
      description: 'claim with the user name (default: sub); users must not be able to choose its value',
    },
    groupsClaim: {
      type: 'string',
      minLength: 1,
      default: 'groups',
      description: 'claim with the groups',
    },
    oidcUsernamePrefix: {
      ...identityPrefix,
      description: 'text before user names of OpenID Connect, - for none: then they are those of the cluster',
    },
    oidcGroupsPrefix: {
      ...identityPrefix,
      description: 'text before groups of OpenID Connect, - for none: then they are those of the cluster',
    },
    githubClientId: {
      type: 'string',
      minLength: 1,
      description: 'client ID of this service at GitHub; enables sign-in by GitHub',
    },
    githubClientSecretFile: { type: 'string', minLength: 1, description: 'file with the secret for that' },
    githubOrganizations: {
      ...groups,
      description: 'GitHub organizations whose members may sign in; each becomes a group',
    },
    ...auditSettings,
    ...secretValuesSettings,
    ...repohostSettings,
    ...repohostAppSettings,
    ...notificationsSettings,
    ...aiSettings,
    ...diagnosisSettings,
    ...consoleSettings,
    ...settingsSettings,
    rateLimit: {
      type: 'integer',
      minimum: 0,
      default: 6000,
      description: 'requests per minute and caller, not counting cached responses; 0 disables the limit',
    },
    metricsPort: { ...port, default: 9090, description: 'port of /metrics, /healthz and /readyz' },
    metricsHost: { type: 'string', minLength: 1, description: 'address for that port (default: host)' },
    demo: { type: 'boolean', default: false, description: 'serve an embedded demo cluster' },
    kubeconfig: {
      type: 'string',
      minLength: 1,
      description: 'kubeconfig file or files (default: KUBECONFIG, ~/.kube/config)',
    },
    context: {
      type: 'string',
      format: 'context-name',
      description:
        'default context (default: the current one); in a Pod, the context name of its own cluster (default: in-cluster)',
    },
    contextsFile: {
      type: 'string',
      minLength: 1,
      description: 'file with further contexts, written by the operator and reloaded when it changes',
    },
    serviceAccount: {
      type: 'string',
      minLength: 1,
      default: SERVICE_ACCOUNT,
      description: 'folder with the token and CA used in a cluster',
    },
    namespaces: {
      ...list,
      items: { type: 'string', format: 'dns1123-label' },
      description: 'namespaces the in-cluster identity may read, empty for all (chart: rbac.namespaces)',
    },
    readOnly: {
      type: 'boolean',
      default: false,
      description: 'the chart grants no write permissions (chart: rbac.readOnly)',
    },
    logLevel: {
      enum: ['error', 'warn', 'info', 'debug'],
      default: 'info',
      description: 'minimum log level',
    },
    logFormat: {
      enum: ['json', 'text'],
      description: 'json for machines, text for people (default: text on a terminal)',
    },
    cache: {
      type: 'boolean',
      default: true,
      description: 'serve reads from the watch cache; false: from the API server',
    },
    accessLog: { type: 'boolean', default: true, description: 'log one line per request' },
    requestTimeout: {
      ...duration,
      default: '15s',
      description: 'time limit of a request until its response begins',
    },
    shutdownDelay: {
      ...duration,
      default: '0s',
      description: 'time between reporting not ready and closing the port',
    },
    shutdownGrace: { ...duration, default: '20s', description: 'time for requests in flight to finish' },
    checkResponses: {
      type: 'boolean',
      default: false,
      description: 'validate every response against its schema',
    },
  },
} as const

export type Settings = FromSchema<typeof settings>
