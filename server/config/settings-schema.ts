import type { FromSchema } from 'json-schema-to-ts'

const duration = { type: 'string', format: 'duration' } as const
const port = { type: 'integer', minimum: 0, maximum: 65_535 } as const

const list = { type: 'array', uniqueItems: true, default: [] } as const
const groups = { ...list, items: { type: 'string', minLength: 1, maxLength: 512 } } as const

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
    'rateLimit',
    'oidcScopes',
    'groupsClaim',
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
      description: 'names callers use for this service, beside addresses and localhost',
    },
    allowedOrigins: {
      ...list,
      items: { type: 'string', format: 'web-origin' },
      description:
        'other origins whose pages may use the API, with bearer tokens alone, as https://console.example.com',
    },
    loopback: {
      type: 'boolean',
      description:
        'let callers of the same host in: kubectl port-forward, or the user of the machine (default: true, false where authorization is caller)',
    },
    tokenAudiences: {
      ...groups,
      description: 'take bearer tokens that the default cluster knows for one of these audiences',
    },
    tlsPort: {
      ...port,
      default: 8443,
      description: 'port of the API over TLS; then the plain one listens on loopback alone',
    },
    tlsCertificateFile: {
      type: 'string',
      minLength: 1,
      description: 'serve TLS with the certificate and its chain in this file, read again as it changes',
    },
    tlsKeyFile: { type: 'string', minLength: 1, description: 'file with the key of that certificate' },
    tlsClientCaFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the CA, up to its root, of the certificates that trusted proxies show',
    },
    trustedProxies: {
      ...list,
      // A leading dot would match every name with that suffix.
      items: { type: 'string', minLength: 1, maxLength: 253, pattern: '^[^.\\u0000-\\u001f]' },
      description: 'names in the certificates of proxies whose X-Remote-User and X-Remote-Group are believed',
    },
    authorization: {
      enum: ['service', 'caller'],
      default: 'service',
      description: 'whose rights in the cluster count: those of the service, or of the caller as well',
    },
    sharedIdentities: {
      ...list,
      items: { type: 'string', format: 'context-name' },
      description:
        'contexts beside the default one that know callers by the same names (authorization: caller)',
    },
    readGroups: { ...groups, description: 'groups whose members may read, none for all callers' },
    writeGroups: { ...groups, description: 'groups whose members may also change things, none for all' },
    authUrl: {
      type: 'string',
      minLength: 1,
      description: 'where browsers find this service, as https://inspector.example.com: for sign-in',
    },
    signInKeysFile: {
      type: 'string',
      minLength: 1,
      description: 'file with keys for sessions, one a line: the first encrypts, each decrypts',
    },
    oidcIssuer: {
      type: 'string',
      minLength: 1,
      description: 'URL of an OpenID Connect issuer by which people sign in',
    },
    oidcClientId: { type: 'string', minLength: 1, description: 'what the issuer calls this service' },
    oidcClientSecretFile: { type: 'string', minLength: 1, description: 'file with the secret for that' },
    oidcScopes: {
      ...groups,
      default: ['openid', 'profile', 'email'],
      description: 'scopes to ask the issuer for',
    },
    oidcCaFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the CA of the issuer (default: those Node.js trusts)',
    },
    nameClaim: {
      type: 'string',
      minLength: 1,
      description: 'claim that holds the name (default: preferred_username, a verified email, or sub)',
    },
    groupsClaim: {
      type: 'string',
      minLength: 1,
      default: 'groups',
      description: 'claim that holds the groups',
    },
    githubClientId: {
      type: 'string',
      minLength: 1,
      description: 'what GitHub calls this service: people sign in there',
    },
    githubClientSecretFile: { type: 'string', minLength: 1, description: 'file with the secret for that' },
    githubOrganizations: {
      ...groups,
      description: 'GitHub organisations whose members may sign in; each is a group',
    },
    auditGroups: { ...groups, description: 'groups whose members may read /api/audit, none for nobody' },
    auditKeyFile: {
      type: 'string',
      minLength: 1,
      description: 'file with the key that links the lines of the audit trail (default: a key nobody learns)',
    },
    auditFolder: {
      type: 'string',
      minLength: 1,
      description: 'folder for the audit trail of this replica, which is in the log too',
    },
    auditRequired: {
      type: 'boolean',
      default: true,
      description: 'change nothing that could not be written to the audit trail before',
    },
    rateLimit: {
      type: 'integer',
      minimum: 0,
      default: 6000,
      description: 'requests a minute of one caller that are not answered from memory, 0 for any',
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
        'default context (default: the current one); in a Pod, what the cluster it runs in is called (default: in-cluster)',
    },
    contextsFile: {
      type: 'string',
      minLength: 1,
      description: 'file in which the operator hands over further contexts, and rotates them',
    },
    serviceAccount: {
      type: 'string',
      minLength: 1,
      default: SERVICE_ACCOUNT,
      description: 'folder of the token and CA used in a cluster',
    },
    namespaces: {
      ...list,
      items: { type: 'string', format: 'dns1123-label' },
      description: 'namespaces the in-cluster identity may read, none for all (chart: rbac.namespaces)',
    },
    readOnly: {
      type: 'boolean',
      default: false,
      description: 'the chart granted no writes (chart: rbac.readOnly)',
    },
    logLevel: {
      enum: ['error', 'warn', 'info', 'debug'],
      default: 'info',
      description: 'least level that is logged',
    },
    logFormat: {
      enum: ['json', 'text'],
      description: 'json for machines, text for people (default: text on a terminal)',
    },
    cache: {
      type: 'boolean',
      default: true,
      description: 'answer reads from watched state; false: ask the API server each time',
    },
    accessLog: { type: 'boolean', default: true, description: 'one line a request' },
    requestTimeout: {
      ...duration,
      default: '15s',
      description: 'time a request may take before its answer begins',
    },
    shutdownDelay: { ...duration, default: '0s', description: 'time between not ready and not answering' },
    shutdownGrace: { ...duration, default: '20s', description: 'time for requests under way to finish' },
    checkResponses: { type: 'boolean', default: false, description: 'hold every answer against its schema' },
  },
} as const

export type Settings = FromSchema<typeof settings>
