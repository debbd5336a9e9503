import { single, TLS, trusted } from './build-case.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'
import { pluginProgram, type PluginBehaviour } from './plugin-program.ts'

const V1 = 'client.authentication.k8s.io/v1'
const V1BETA1 = 'client.authentication.k8s.io/v1beta1'
const PLUGIN = 'bin/plugin'
const certificate = { clientCertificateData: '@pemA@', clientKeyData: '@pemKeyA@' }
const token: PluginBehaviour = { status: { token: 'of-plugin' } }
const base = { apiVersion: V1, command: PLUGIN, interactiveMode: 'Never' }

/** The differences of a case from a plugin that prints a token. */
interface Changes extends Partial<Omit<KubeconfigCase, 'name'>> {
  exec?: object
  user?: object
  cluster?: object
  behaviours?: [PluginBehaviour, ...PluginBehaviour[]]
}

function plugin(name: string, changes: Changes): KubeconfigCase {
  const { exec = {}, user = {}, cluster = trusted, behaviours = [token], ...more } = changes
  return {
    name: `plugin: ${name}`,
    files: { config: single(cluster, { ...user, exec: { ...base, ...exec } }) },
    programs: { [PLUGIN]: pluginProgram(...behaviours) },
    kubeconfig: ['config'],
    context: 'x',
    ...more,
  }
}

/** Returns cases of credential plugins that are run. */
export function execCases(): KubeconfigCase[] {
  return [...commands(), ...surroundings(), ...clusterInfo(), ...statuses(), ...answers(), ...lifetimes()]
}

function commands(): KubeconfigCase[] {
  const nested = (command: string) => ({
    files: { 'a/b/config': single(trusted, { exec: { ...base, command } }) },
    kubeconfig: ['a/b/config'],
  })
  const program = pluginProgram(token)
  const searched = { exec: { command: 'plugin' } }
  const missing = { command: 'gone', installHint: 'Install it from https://example.com/plugin.' }
  return [
    plugin('v1', {}),
    plugin('v1beta1', { exec: { apiVersion: V1BETA1 } }),
    plugin('v1beta1 without interactiveMode', { exec: { apiVersion: V1BETA1, interactiveMode: undefined } }),
    plugin('interactiveMode IfAvailable', { exec: { interactiveMode: 'IfAvailable' } }),
    plugin('interactiveMode Always', { exec: { interactiveMode: 'Always' } }),
    plugin('command beside the file', { exec: { command: './bin/plugin' } }),
    plugin('absolute command', { exec: { command: '@folder@/bin/plugin' } }),
    plugin('command above the file', nested('../../bin/plugin')),
    plugin('command below another file', {
      files: {
        config: single(trusted, {}),
        'a/users': `users:\n- {name: u, user: {exec: ${JSON.stringify({ ...base, command: 'tools/plugin' })}}}\n`,
      },
      programs: { 'a/tools/plugin': program, 'tools/plugin': pluginProgram({ status: { token: 'wrong' } }) },
      kubeconfig: ['a/users', 'config'],
    }),
    plugin('command in PATH', { ...searched, env: { PATH: '@folder@/bin:@path@' } }),
    plugin('command in the second folder of PATH', {
      ...searched,
      programs: { 'more/plugin': program },
      env: { PATH: '@folder@/bin:@folder@/more:@path@' },
    }),
    plugin('first of two commands in PATH', {
      ...searched,
      programs: { [PLUGIN]: program, 'more/plugin': pluginProgram({ status: { token: 'second' } }) },
      env: { PATH: '@folder@/bin:@folder@/more:@path@' },
    }),
    plugin('command that is not executable in the first folder of PATH', {
      ...searched,
      files: { config: single(trusted, { exec: { ...base, command: 'plugin' } }), [PLUGIN]: 'no program' },
      programs: { 'more/plugin': program },
      env: { PATH: '@folder@/bin:@folder@/more:@path@' },
    }),
    plugin('command beside the file, not in PATH', { ...searched, programs: { plugin: program } }),
    plugin('command in a relative folder of PATH', { ...searched, env: { PATH: 'bin:@path@' } }),
    plugin('command that is not executable', {
      files: { config: single(trusted, { exec: base }), [PLUGIN]: 'no program' },
      programs: {},
    }),
    plugin('command that is a folder', { exec: { command: './pki' } }),
    plugin('missing command', { exec: missing, says: missing.installHint }),
    plugin('missing command beside the file', { exec: { ...missing, command: './gone' } }),
  ]
}

function surroundings(): KubeconfigCase[] {
  const args = ['--region', 'eu west', '', '$HOME', "it's", '--']
  const env = [
    { name: 'PLUGIN_ONE', value: 'of the user' },
    { name: 'PLUGIN_EMPTY', value: '' },
    { name: 'PLUGIN_TWICE', value: 'first' },
    { name: 'PLUGIN_TWICE', value: 'second' },
  ]
  return [
    plugin('arguments', { exec: { args } }),
    plugin('arguments null', { exec: { args: null } }),
    plugin('environment', { exec: { env } }),
    plugin('environment over that of the process', {
      exec: { env },
      env: { PLUGIN_ONE: 'of the process', PLUGIN_TWO: 'of the process' },
    }),
    plugin('environment with KUBERNETES_EXEC_INFO', {
      exec: { env: [{ name: 'KUBERNETES_EXEC_INFO', value: '{}' }] },
    }),
    plugin('environment null', { exec: { env: null } }),
    plugin('impersonation', { user: { as: 'dev', 'as-groups': ['a'] } }),
    plugin('beside a client certificate', {
      user: { 'client-certificate-data': '@certA@', 'client-key-data': '@keyA@' },
    }),
    plugin('beside a password', { user: { username: 'u', password: 'p' } }),
    plugin('beside an empty token', { user: { token: '' } }),
    plugin('over plain HTTP', { cluster: { server: 'http://127.0.0.1:@plainPort@' } }),
  ]
}

function clusterInfo(): KubeconfigCase[] {
  const ca = { 'certificate-authority-data': '@ca@' }
  const extension = (config: unknown) => ({
    ...trusted,
    extensions: [
      { name: 'other', extension: { other: true } },
      { name: 'client.authentication.k8s.io/exec', extension: config },
    ],
  })
  const clusters = {
    'CA as data': trusted,
    'CA in a file': { server: TLS, 'certificate-authority': 'pki/ca.crt' },
    'a path': { server: `${TLS}/k8s/clusters/c-1`, ...ca },
    'a slash': { server: `${TLS}/`, ...ca },
    'a server name': { ...trusted, 'tls-server-name': 'other.example.test' },
    'insecure TLS': { server: TLS, 'insecure-skip-tls-verify': true },
    'a proxy': { ...trusted, 'proxy-url': 'http://127.0.0.1:@httpProxyPort@' },
    'disable-compression': { ...trusted, 'disable-compression': true },
    'an extension': extension({ audience: 'a', nested: { list: [1, 'two', null, { three: 3.5 }] } }),
    'an extension that is a text': extension('text'),
    'an extension that is a list': extension([1, 2]),
    'an extension null': extension(null),
  }
  return [
    ...Object.entries(clusters).flatMap(([title, cluster]) =>
      [V1, V1BETA1].map((apiVersion) =>
        plugin(`provideClusterInfo of ${title}, ${apiVersion.split('/')[1]}`, {
          cluster,
          exec: { apiVersion, provideClusterInfo: true },
        }),
      ),
    ),
    plugin('without provideClusterInfo', { cluster: extension({ audience: 'a' }) }),
  ]
}

/** Returns cases of what the status of an ExecCredential holds. */
function statuses(): KubeconfigCase[] {
  const { clientCertificateData, clientKeyData } = certificate
  const ofStatus = (name: string, status: object) => plugin(name, { behaviours: [{ status }] })
  return [
    ofStatus('certificate', certificate),
    ofStatus('certificate and token', { ...certificate, token: 'of-plugin' }),
    ofStatus('certificate without key', { clientCertificateData }),
    ofStatus('certificate without key, and token', { clientCertificateData, token: 'of-plugin' }),
    ofStatus('key without certificate', { clientKeyData }),
    ofStatus('key of another certificate', { ...certificate, clientKeyData: '@pemKeyB@' }),
    ofStatus('certificate of garbage', { clientCertificateData: 'x', clientKeyData: 'y' }),
    ofStatus('certificate chain', { ...certificate, clientCertificateData: '@pemA@@pemB@' }),
    ofStatus('empty token', { token: '' }),
    ofStatus('empty token, and certificate', { ...certificate, token: '' }),
    ofStatus('token null', { token: null }),
    ofStatus('token that is a number', { token: 7 }),
    ofStatus('token with a colon', { token: 'kubeconfig-user-x:y' }),
    ofStatus('empty status', {}),
    ofStatus('unknown fields', { token: 'of-plugin', more: [1] }),
    ofStatus('expirationTimestamp null', { token: 'of-plugin', expirationTimestamp: null }),
    ofStatus('expirationTimestamp with an offset', {
      token: 'of-plugin',
      expirationTimestamp: '2099-01-01T00:00:00+02:00',
    }),
    ofStatus('expirationTimestamp with fractions', {
      token: 'of-plugin',
      expirationTimestamp: '2099-01-01T00:00:00.123456789Z',
    }),
    ofStatus('expirationTimestamp that is a date', { token: 'of-plugin', expirationTimestamp: '2099-01-01' }),
    ofStatus('expirationTimestamp that is a number', { token: 'of-plugin', expirationTimestamp: 4070908800 }),
    ofStatus('expirationTimestamp that is no time', {
      token: 'of-plugin',
      expirationTimestamp: '2099-02-30T00:00:00Z',
    }),
    ofStatus('expirationTimestamp that is empty', { token: 'of-plugin', expirationTimestamp: '' }),
    plugin('expirationTimestamp that has passed', {
      behaviours: [{ status: { token: 'of-plugin', expirationTimestamp: '2020-01-01T00:00:00Z' } }],
      savesRuns: true,
    }),
  ]
}

/** Returns cases of the output of a plugin. */
function answers(): KubeconfigCase[] {
  const status = { token: 'of-plugin' }
  const ofMore = (name: string, more: object) => plugin(name, { behaviours: [{ status, more }] })
  const without = (field: string) => plugin(`no ${field}`, { behaviours: [{ status, without: field }] })
  const ofText = (name: string, text: string) => plugin(name, { behaviours: [{ text }] })
  const yaml = `apiVersion: ${V1}\nkind: ExecCredential\nstatus:\n  token: of-plugin\n`
  return [
    ofMore('another version', { apiVersion: V1BETA1 }),
    ofMore('another group', { apiVersion: 'example.com/v1' }),
    without('apiVersion'),
    ofMore('another kind', { kind: 'Credential' }),
    without('kind'),
    without('status'),
    ofMore('status null', { status: null }),
    ofMore('a spec', { spec: { interactive: true } }),
    ofText('YAML', yaml),
    ofText('YAML with a document mark', `---\n${yaml}`),
    ofText('YAML with a comment', `# signed in\n${yaml}`),
    ofText(
      'JSON after blank lines',
      `\n\n{"apiVersion":"${V1}","kind":"ExecCredential","status":{"token":"of-plugin"}}`,
    ),
    ofText(
      'JSON before text',
      `{"apiVersion":"${V1}","kind":"ExecCredential","status":{"token":"of-plugin"}} done`,
    ),
    ofText('nothing', ''),
    ofText('text', 'of-plugin'),
    ofText('a list', '[]'),
    ofText('null', 'null'),
    plugin('words on standard error', { behaviours: [{ status, stderr: 'Please update.\n' }] }),
    plugin('exit code', { behaviours: [{ exit: 255, stderr: 'The session has expired.\n' }], says: '255' }),
  ]
}

/** Returns cases of several requests or runs; the server rejects the token `rejected`, and answers `slow` when it has expired. */
function lifetimes(): KubeconfigCase[] {
  const of = (...tokens: string[]): [PluginBehaviour, ...PluginBehaviour[]] => {
    const [first = '', ...others] = tokens
    return [{ status: { token: first } }, ...others.map((one) => ({ status: { token: one } }))]
  }
  return [
    plugin('two requests without an expiry', { behaviours: of('first', 'second'), requests: 2 }),
    plugin('two requests before the expiry', {
      behaviours: [{ status: { token: 'first' }, expiresInMs: 3_600_000 }, ...of('second')],
      requests: 2,
    }),
    plugin('a request before the expiry, and one after it', {
      behaviours: [
        { status: { token: 'slow' }, expiresInMs: 1000 },
        { status: { token: 'second' }, expiresInMs: 3_600_000 },
      ],
      requests: 2,
    }),
    plugin('two requests with a certificate', { behaviours: [{ status: certificate }], requests: 2 }),
    plugin('401, and another token', {
      behaviours: of('rejected', 'second'),
      isRepeated: true,
      savesRuns: true,
    }),
    plugin('401, and a certificate', {
      behaviours: [{ status: { token: 'rejected' } }, { status: certificate }],
      isRepeated: true,
      savesRuns: true,
    }),
    plugin('401, and another token of v1beta1', {
      exec: { apiVersion: V1BETA1 },
      behaviours: of('rejected', 'second'),
      isRepeated: true,
      savesRuns: true,
    }),
  ]
}
