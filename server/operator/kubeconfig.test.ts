import { expect } from 'chai'
import { growthOf } from '../testing/cpu-time.ts'
import { sanitizeKubeconfig } from './kubeconfig.ts'
import { Rejection, type Allowed } from './rejection.ts'

const strict: Allowed = { insecureTls: false, servers: [] }

interface Changes {
  cluster?: object
  user?: object
  context?: object
  top?: object
}

/** Returns a kubeconfig in JSON, which is valid YAML. */
function kubeconfig({ cluster = {}, user = {}, context = {}, top = {} }: Changes = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'prod',
    clusters: [{ name: 'c', cluster: { server: 'https://prod.example.com:6443', ...cluster } }],
    users: [{ name: 'u', user: { token: 'secret-token', ...user } }],
    contexts: [{ name: 'prod', context: { cluster: 'c', user: 'u', ...context } }],
    ...top,
  })
}

function rejected(text: string, allowed = strict, wanted?: string): string {
  try {
    sanitizeKubeconfig(text, wanted, allowed)
  } catch (error) {
    expect(error).to.be.instanceOf(Rejection)
    const { message } = error as Rejection
    expect(message).to.not.include('secret-token')
    return message
  }
  return 'taken'
}

describe('a kubeconfig of a stranger', () => {
  it('comes down to what a connection is made of', () => {
    const ignored = { preferences: {}, extensions: [{ name: 'x', extension: {} }] }
    expect(
      sanitizeKubeconfig(kubeconfig({ top: ignored, context: { namespace: 'shop' } }), undefined, strict),
    ).to.deep.equal({
      material: { server: 'https://prod.example.com:6443', token: 'secret-token' },
      cluster: 'c',
      user: 'u',
      namespace: 'shop',
    })
    const yaml = `
apiVersion: v1
kind: Config
clusters:
  - { name: c, cluster: { server: "https://[2001:db8::1]:6443/k8s/clusters/c-1/", tls-server-name: kube } }
users:
  - { name: u, user: { token: secret-token } }
contexts:
  - { name: only, context: { cluster: c, user: u } }
`
    expect(sanitizeKubeconfig(yaml, undefined, strict).material).to.deep.equal({
      server: 'https://[2001:db8::1]:6443/k8s/clusters/c-1',
      servername: 'kube',
      token: 'secret-token',
    })
  })

  it('accepts tokens of any characters that a header can carry [D16]', () => {
    for (const token of ['kubeconfig-user-x:y', 'a!"#$%&\'()*,;<>?@[]^`{|}', 'schlüssel-鍵'])
      expect(sanitizeKubeconfig(kubeconfig({ user: { token } }), undefined, strict).material.token).to.equal(
        token,
      )
  })

  it('rejects one that runs, reads or goes through something, and names it [S3]', () => {
    const hostile: [Changes, string][] = [
      [
        { user: { exec: { command: 'sh' } } },
        'user: "exec" is not allowed, because it runs a program, and the Pod runs none: use a token or a client certificate',
      ],
      [
        { user: { 'auth-provider': { name: 'x', config: { tokenFile: '/t' } } } },
        'user: "auth-provider" is not allowed, because it calls an issuer that the kubeconfig names: use a token or a client certificate',
      ],
      [{ user: { tokenFile: '/var/run/secrets/x' } }, 'reads a file'],
      [{ user: { 'token-file': '/var/run/secrets/x' } }, 'reads a file'],
      [{ user: { 'client-certificate': '/x' } }, 'client-certificate-data'],
      [{ user: { 'client-key': '/x' } }, 'client-key-data'],
      [{ user: { username: 'a', password: 'b' } }, 'no longer supported by API servers'],
      [{ user: { as: 'system:admin' } }, 'another user'],
      [{ user: { 'as-groups': ['system:masters'] } }, 'another user'],
      [{ user: { 'as-user-extra': {} } }, 'another user'],
      [{ user: { unheard: 1 } }, 'unknown field'],
      [{ cluster: { 'certificate-authority': 'file:///etc/passwd' } }, 'certificate-authority-data'],
      [{ cluster: { 'proxy-url': 'http://evil' } }, 'another host'],
      [{ cluster: { 'insecure-skip-tls-verify': true } }, 'operator.allow.insecureTls'],
      [{ cluster: { 'certificate-authority-data': 'bm8=' } }, 'certificates in PEM'],
      [{ user: { token: 'a\r\nhost: evil' } }, 'without blanks and control characters'],
      [{ user: { token: 'two words' } }, 'without blanks and control characters'],
      [{ user: { token: 'x'.repeat(65_537) } }, 'must not exceed 64 KiB'],
      [{ user: { token: '' } }, 'must contain a token'],
      [{ user: { 'client-certificate-data': 'bm8=' } }, 'must contain both'],
      [{ context: { cluster: '../c' } }, 'does not contain "../c"'],
      [{ top: { includes: ['/etc/x'] } }, 'unknown field'],
      [{ top: { clusters: 'all' } }, 'does not contain "c"'],
      [{ top: { users: [null] } }, 'must be a map'],
      [{ top: { 'current-context': '__proto__' } }, 'does not contain "__proto__"'],
    ]
    for (const [changes, sentence] of hostile)
      expect(rejected(kubeconfig(changes)), JSON.stringify(changes)).to.include(sentence)
  })

  it('rejects addresses that are no cluster [S3]', () => {
    for (const server of [
      'http://prod.example.com',
      'file:///etc/passwd',
      'https://user:pass@prod.example.com',
      'https://prod.example.com/?x=1',
      'https://169.254.169.254/latest/meta-data',
      'https://2852039166/',
      'https://0xa9fea9fe/',
      'https://0251.0376.0251.0376/',
      'https://[::ffff:169.254.169.254]/',
      'https://[fe80::1]/',
      'https://[fd00:ec2::254]/',
      'https://127.0.0.1:8080',
      'https://[::1]:8080',
      'https://0.0.0.0',
      'https://localhost',
      'https://LOCALHOST.',
      'https://x.localhost',
      'https://metadata.google.internal',
      'not a url',
    ])
      expect(rejected(kubeconfig({ cluster: { server } })), server).to.match(/^server: /)
    const allowed = { ...strict, servers: ['*.example.com', '10.0.0.1'] }
    const to = (server: string) => rejected(kubeconfig({ cluster: { server } }), allowed)
    expect([to('https://a.example.com'), to('https://10.0.0.1:6443')]).to.deep.equal(['taken', 'taken'])
    expect(to('https://example.com.evil.org')).to.include('operator.allow.servers')
    expect(to('https://10.0.0.2')).to.include('operator.allow.servers')
  })

  it('reads plain YAML of a limited size', () => {
    expect(rejected('a: [')).to.include('not valid YAML')
    expect(rejected('apiVersion: v1\napiVersion: v1\n')).to.include('duplicate key')
    expect(rejected('a:\n  b:\n    - {c: 1, c: 2}\n')).to.include('duplicate key')
    expect(rejected('? [a]\n: b\n')).to.include('not valid YAML')
    expect(rejected('x: &a [1]\ny: *a\n')).to.include('aliases')
    expect(rejected('- 1')).to.include('must be a map')
    expect(rejected('!!js/function "x"')).to.not.equal('taken')
    expect(rejected('x'.repeat(300 * 1024))).to.include('256 KiB')
    expect(rejected(kubeconfig({ top: { 'current-context': '', contexts: [] } }))).to.include(
      'set current-context',
    )
    expect(rejected(kubeconfig(), strict, 'other')).to.include('"other"')
  })

  it('needs no more than time in proportion for text that is meant to hold the operator up', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, at) => `k${at}: 1`).join('\n')
    for (const [title, hostile, size] of [
      ['keys', keys, 5000],
      ['quotes', (count: number) => '"'.repeat(count), 50_000],
      ['brackets', (count: number) => '}'.repeat(count), 25_000],
    ] as const) {
      const read = (count: number) => void expect(rejected(hostile(count))).to.not.equal('taken')
      expect(growthOf(read, size), title).to.be.below(9)
    }
  })

  it('may leave the certificate of its cluster unseen only where that is allowed', () => {
    const text = kubeconfig({ cluster: { 'insecure-skip-tls-verify': true } })
    const { material } = sanitizeKubeconfig(text, undefined, { ...strict, insecureTls: true })
    expect(material.insecure).to.equal(true)
  })
})
