import { expect } from 'chai'
import { stringify } from 'yaml'
import { mergeKubeconfigs, type Kubeconfig } from './merge-kubeconfigs.ts'
import { anonymous, type KubeconfigUser } from './model.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'

const server = 'https://10.0.0.1:6443'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Merges files of one folder each, `/0/config`, `/1/config` and so on. */
function merge(...files: (string | object)[]): Kubeconfig {
  return mergeKubeconfigs(
    files.map((file, index) =>
      parseKubeconfig(Buffer.from(typeof file === 'string' ? file : stringify(file)), `/${index}/config`),
    ),
  )
}

const clusters = (entries: Record<string, unknown>) => ({
  clusters: Object.entries(entries).map(([name, cluster]) => ({ name, cluster })),
})
const users = (entries: Record<string, unknown>) => ({
  users: Object.entries(entries).map(([name, user]) => ({ name, user })),
})
const contexts = (entries: Record<string, unknown>) => ({
  contexts: Object.entries(entries).map(([name, context]) => ({ name, context })),
})

/** Merges one context with this cluster and user. */
function single(user: unknown, cluster: object = {}): Kubeconfig {
  return merge({
    ...clusters({ c: { server, ...cluster } }),
    ...users({ u: user }),
    ...contexts({ x: { cluster: 'c', user: 'u' } }),
  })
}

function userOf(kubeconfig: Kubeconfig): KubeconfigUser {
  const [context] = kubeconfig.contexts
  if (context === undefined) throw new Error(kubeconfig.warnings.join())
  return context.user
}

describe('mergeKubeconfigs', () => {
  it('combines clusters, users and contexts of several files [B4]', () => {
    const {
      contexts: merged,
      current,
      warnings,
    } = merge(users({ u: { token: 't' } }), clusters({ c: { server } }), {
      ...contexts({ x: { cluster: 'c', user: 'u', namespace: 'shop' } }),
      'current-context': 'x',
    })
    expect(
      merged.map(({ name, cluster, user, namespace }) => [name, cluster.server, user.token, namespace]),
    ).to.deep.equal([['x', server, 't', 'shop']])
    expect([current, warnings]).to.deep.equal(['x', []])
  })

  it('takes an entry and the current context from the first file that has them [B4]', () => {
    const { contexts: merged, current } = merge(
      { ...clusters({ c: { server } }), 'current-context': '' },
      { ...clusters({ c: { server: 'https://other' } }), ...contexts({ x: { cluster: 'c', user: '' } }) },
      { 'current-context': 'x' },
      { 'current-context': 'other' },
    )
    expect(merged[0]?.address.origin).to.equal(server)
    expect(current).to.equal('x')
  })

  it('resolves relative paths beside the file of their entry [B4]', () => {
    const { contexts: merged } = merge(
      users({ u: { 'client-certificate': 'a.crt', 'client-key': '../a.key', tokenFile: '/abs/token' } }),
      {
        ...clusters({ c: { server, 'certificate-authority': 'pki/ca.crt' } }),
        ...contexts({ x: { cluster: 'c', user: 'u' } }),
      },
    )
    const [context] = merged
    expect(context?.cluster.certificateAuthority).to.deep.equal({ file: '/1/pki/ca.crt' })
    expect(context?.user).to.deep.include({
      file: '/0/config',
      clientCertificate: { file: '/0/a.crt' },
      clientKey: { file: '/a.key' },
      tokenFile: '/abs/token',
    })
  })

  it('ignores files that are empty, a comment or {} [B5]', () => {
    const good = { ...clusters({ c: { server } }), ...contexts({ x: { cluster: 'c' } }) }
    const { contexts: merged, warnings } = merge('', '# nothing yet\n', '{}', 'null', good)
    expect([merged.length, warnings]).to.deep.equal([1, []])
  })

  it('leaves out what is not usable, with one warning each that names the entry [B5]', () => {
    const { contexts: merged, warnings } = merge(`
clusters:
- {name: good, cluster: {server: ${server}}}
- {name: text, cluster: ''}
- {name: none, cluster: {insecure-skip-tls-verify: true}}
- {name: unused, cluster: {server: 5}}
- {name: ftp, cluster: {server: 'ftp://x'}}
- 7
users:
- {user: {token: t}}
- {name: number, user: {token: 12345}}
contexts:
- {name: good, context: {cluster: good, user: ''}}
- {name: nothing, context: null}
- {name: text, context: {cluster: text}}
- {name: none, context: {cluster: none}}
- {name: ftp, context: {cluster: ftp}}
- {name: number, context: {cluster: good, user: number}}
- {name: gone, context: {cluster: good, user: gone}}
- {name: "bad\\nname", context: {cluster: good}}
`)
    expect(merged.map(({ name }) => name)).to.deep.equal(['good'])
    expect(warnings).to.deep.equal([
      'clusters[5]: clusters[5] must be an object',
      'context "nothing" left out: cluster "" not found',
      'context "text" left out: cluster "text": cluster must be an object',
      'context "none" left out: cluster "none": no server',
      'context "ftp" left out: cluster "ftp": server is not an http(s) URL',
      'context "number" left out: user "number": token must be text: put it in quotes',
      'context "gone" left out: user "gone" not found',
      'context "bad\\nname" left out: its name is empty, too long or contains control characters',
      'cluster "unused" left out: server must be text: put it in quotes',
    ])
  })

  it('leaves out an entry that is in a file twice, also where another file has it once', () => {
    const twice = {
      clusters: [
        { name: 'c', cluster: { server } },
        { name: 'c', cluster: { server: 'https://other' } },
      ],
    }
    const other = {
      ...clusters({ c: { server }, d: { server } }),
      ...contexts({ x: { cluster: 'c' }, good: { cluster: 'd' } }),
    }
    const { contexts: merged, warnings } = merge(twice, other)
    expect(merged.map(({ name }) => name)).to.deep.equal(['good'])
    expect(warnings).to.deep.equal(['context "x" left out: cluster "c": in the file more than once'])
  })

  for (const [title, context] of [
    ['without a user', { cluster: 'c' }],
    ['with an empty user', { cluster: 'c', user: '' }],
    ['with the user null', { cluster: 'c', user: null }],
  ] as const)
    it(`makes a context ${title} anonymous [B6]`, () => {
      const merged = merge({ ...clusters({ c: { server } }), ...contexts({ x: context }) })
      expect(userOf(merged)).to.deep.equal(anonymous)
    })

  it('reads all fields of impersonation [B7]', () => {
    const user = userOf(
      single({
        token: 't',
        as: 'dev',
        'as-uid': '7',
        'as-groups': ['a', 'b'],
        'as-user-extra': { reason: ['on call'] },
      }),
    )
    expect(user.impersonation).to.deep.equal({
      user: 'dev',
      uid: '7',
      groups: ['a', 'b'],
      extra: { reason: ['on call'] },
    })
  })

  it('drops the credentials of a server without TLS, and says so once [B9]', () => {
    const { contexts: merged, warnings } = merge({
      ...clusters({ c: { server: 'http://10.0.0.1:8080' } }),
      ...users({ u: { token: 't', as: 'dev' }, v: { username: 'a', password: 'b' } }),
      ...contexts({
        x: { cluster: 'c', user: 'u' },
        b: { cluster: 'c', user: 'v' },
        z: { cluster: 'c', user: 'gone' },
      }),
    })
    expect(
      merged.map(({ user: { token, username, impersonation } }) => [token, username, impersonation?.user]),
    ).to.deep.equal([
      [undefined, undefined, 'dev'],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ])
    expect(warnings).to.deep.equal(['cluster "c" is reached without TLS: no credentials are sent to it'])
  })

  for (const [reason, user, cluster] of [
    [/token and username/, { token: 't', username: 'u' }],
    [/tokenFile and username/, { tokenFile: '/t', username: 'u' }],
    [/client-certificate without client-key/, { 'client-certificate-data': base64('CERT') }],
    [/client-key without client-certificate/, { 'client-key-data': base64('KEY') }],
    [
      /client-certificate and client-certificate-data/,
      { 'client-certificate': 'a', 'client-certificate-data': base64('C'), 'client-key': 'k' },
    ],
    [/need as/, { token: 't', 'as-groups': ['a'] }],
    [/unknown auth-provider/, { 'auth-provider': { name: 'gcp' } }],
    [
      /exec and auth-provider/,
      { exec: { command: 'x', apiVersion: 'v' }, 'auth-provider': { name: 'oidc' } },
    ],
    [/without a command/, { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1' } }],
    [
      /without a valid interactiveMode/,
      { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'x' } },
    ],
    [/unknown apiVersion/, { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } }],
    [/must be base64/, { 'client-certificate-data': '-----BEGIN' }],
    [/exclude each other/, {}, { 'insecure-skip-tls-verify': true, 'certificate-authority': 'ca' }],
    [/exclude each other/, {}, { 'certificate-authority-data': base64('CA'), 'certificate-authority': 'ca' }],
    [/proxy-url must be/, {}, { 'proxy-url': 'localhost:3128' }],
  ] as [RegExp, object, object?][])
    it(`leaves out a context with ${Object.keys(cluster ?? user).join(' and ')} for ${String(reason)} [B12]`, () => {
      const { contexts: merged, warnings } = single(user, cluster)
      expect(merged).to.deep.equal([])
      expect(warnings.join()).to.match(reason)
    })

  it('resolves the command of a plugin beside its file only if it has a separator [B13]', () => {
    const exec = (command: string) =>
      userOf(single({ exec: { command, apiVersion: 'client.authentication.k8s.io/v1beta1' } })).exec
    expect(exec('../tools/plugin.sh')?.command).to.equal('/tools/plugin.sh')
    expect(exec('aws')).to.deep.include({ command: 'aws', interactiveMode: 'IfAvailable', args: [], env: [] })
  })
})
