import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Authority, type Pair } from '../../../../e2e/support/certificates.ts'
import {
  buildCluster,
  buildExec,
  buildSurroundings,
  buildUser,
  failureOf,
} from '../../../testing/kubeconfig-user.ts'
import type { TestSurroundings } from '../../../testing/kubeconfig-user.ts'
import { ManualClock } from '../../../testing/manual-time.ts'
import type { KubeconfigCluster, KubeconfigUser } from '../kubeconfig/model.ts'
import { credentialsFor } from './credentials-for.ts'
import { CredentialsError } from './interface.ts'

describe('credentials of a kubeconfig user', () => {
  let folder: string
  let time: ManualClock
  let surroundings: TestSurroundings
  const pairs: Pair[] = []

  const path = (name: string) => join(folder, name)
  const write = (name: string, content: string): string => {
    writeFileSync(path(name), content)
    return path(name)
  }
  const credentials = (user: Partial<KubeconfigUser>, cluster: Partial<KubeconfigCluster> = {}) =>
    credentialsFor(buildUser(user), buildCluster(cluster), surroundings)
  const identity = async (user: Partial<KubeconfigUser>, cluster: Partial<KubeconfigCluster> = {}) =>
    credentials(user, cluster).current()
  const fault = async (user: Partial<KubeconfigUser>, cluster: Partial<KubeconfigCluster> = {}) =>
    failureOf(identity(user, cluster))
  const pair = (at: number) => pairs[at] ?? { cert: '', key: '' }
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'credentials-'))
    const authority = await Authority.create(folder, 'ca')
    for (const name of ['one', 'two']) {
      const issued = await authority.issue(name)
      pairs.push(issued)
      write(`${name}.crt`, issued.cert)
    }
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    time = new ManualClock()
    surroundings = buildSurroundings({}, time)
  })

  it('send a token, a password, or a client certificate, as kubectl does', async () => {
    const { cert, key } = pair(0)
    const certificate = { clientCertificate: { data: cert }, clientKey: { data: key } }
    for (const [user, headers, tls] of [
      [{}, {}, {}],
      [{ token: 'kubeconfig-user-x:y' }, { authorization: 'Bearer kubeconfig-user-x:y' }, {}],
      [{ username: 'u', password: 'pä' }, { authorization: basic('u:pä') }, {}],
      [{ username: 'u' }, { authorization: basic('u:') }, {}],
      [certificate, {}, { cert, key }],
      [{ ...certificate, token: 't' }, { authorization: 'Bearer t' }, { cert, key }],
      [{ token: 't', exec: buildExec({ command: '/none' }) }, { authorization: 'Bearer t' }, {}],
      [{ ...certificate, exec: buildExec({ command: '/none' }) }, {}, { cert, key }],
      [{ token: '', password: '', username: '' }, {}, {}],
    ] as const)
      expect(await identity(user), JSON.stringify(user)).to.deep.equal({ headers, tls })
  })

  it('verify the cluster by its CA, under the name of the kubeconfig', async () => {
    const { cert } = pair(0)
    for (const [cluster, tls] of [
      [
        { certificateAuthority: { data: cert }, tlsServerName: 'kube' },
        { ca: cert, servername: 'kube' },
      ],
      [{ certificateAuthority: { file: path('one.crt') } }, { ca: cert }],
      [{ insecureSkipTlsVerify: true }, { rejectUnauthorized: false }],
      [{ certificateAuthority: { data: '' } }, {}],
    ] as const)
      expect((await identity({}, cluster)).tls).to.deep.equal(tls)
    for (const [cluster, message] of [
      [
        { certificateAuthority: { file: path('none.crt') } },
        /certificate-authority cannot be read: ENOENT.*none/,
      ],
      [{ certificateAuthority: { data: 'text' } }, /certificate-authority must contain certificates in PEM/],
      [{ certificateAuthority: { data: cert }, insecureSkipTlsVerify: true }, /exclude each other/],
    ] as const) {
      const error: unknown = await identity({}, cluster).catch((reason: unknown) => reason)
      expect(error, 'a fault of TLS').to.be.instanceOf(Error).and.not.instanceOf(CredentialsError)
      expect((error as Error).message).to.match(message)
    }
  })

  it('read a token file without blanks around the token, again within a second [B8]', async () => {
    const tokenFile = write('token', '\ufeff first \n')
    const kept = credentials({ tokenFile })
    const authorization = async () => (await kept.current()).headers['authorization']
    expect(await authorization()).to.equal('Bearer first')
    write('token', 'second\n')
    time.turn(999)
    expect(await authorization()).to.equal('Bearer first')
    time.turn(1)
    expect(await authorization()).to.equal('Bearer second')
    for (const unusable of ['', ' \n', 'two\nlines']) {
      write('token', unusable)
      time.turn(1000)
      expect(await authorization(), JSON.stringify(unusable)).to.equal('Bearer second')
    }
    rmSync(tokenFile)
    time.turn(1000)
    expect(await authorization()).to.equal('Bearer second')
    const reasons = surroundings.logged.map(({ fields }) => String(fields['reason']))
    expect(reasons.map((reason) => reason.replace(tokenFile, 'FILE'))).to.deep.equal([
      'user "dev": tokenFile FILE is empty',
      'user "dev": tokenFile FILE contains control characters',
      `user "dev": tokenFile cannot be read: ENOENT: no such file or directory, open 'FILE'`,
    ])
  })

  it('prefer the token file, and keep to the token while it cannot be read [B8]', async () => {
    const tokenFile = write('beside', 'of the file'.replaceAll(' ', '-'))
    const kept = credentials({ token: 'beside-it', tokenFile })
    expect((await kept.current()).headers['authorization']).to.equal('Bearer of-the-file')
    expect(
      (await identity({ token: 'beside-it', tokenFile: path('none') })).headers['authorization'],
    ).to.equal('Bearer beside-it')
  })

  it('take certificates, keys and CAs from files as they change, and never half of a pair', async () => {
    const clientCertificate = { file: write('client.crt', pair(0).cert) }
    const clientKey = { file: write('client.key', pair(0).key) }
    const certificateAuthority = { file: write('ca.crt', pair(0).cert) }
    const kept = credentials({ clientCertificate, clientKey }, { certificateAuthority })
    const tls = { ...pair(0), ca: pair(0).cert }
    expect((await kept.current()).tls).to.deep.equal(tls)
    write('client.crt', pair(1).cert)
    write('ca.crt', 'half')
    time.turn(1000)
    expect((await kept.current()).tls).to.deep.equal(tls)
    write('client.key', pair(1).key)
    write('ca.crt', pair(1).cert)
    time.turn(1000)
    expect((await kept.current()).tls).to.deep.equal({ ...pair(1), ca: pair(1).cert })
  })

  it('read files at once after a rejection, which is worth a retry only if they changed', async () => {
    const tokenFile = write('rotated', 'one')
    const certificateAuthority = { file: write('rotated.crt', pair(0).cert) }
    const kept = credentials({ tokenFile }, { certificateAuthority })
    const first = await kept.current()
    expect(await kept.rejected(first, 'unauthorized')).to.equal(false)
    write('rotated', 'two')
    expect(await kept.rejected(first, 'unauthorized')).to.equal(true)
    expect(await kept.rejected(first, 'unauthorized'), 'another call has loaded it').to.equal(true)
    const second = await kept.current()
    expect(await kept.rejected(second, 'untrusted')).to.equal(false)
    write('rotated.crt', pair(1).cert)
    expect(await kept.rejected(second, 'untrusted')).to.equal(true)
  })

  it('impersonate by all four headers, one value a line [B7]', async () => {
    const impersonation = {
      user: 'jäne',
      uid: '7',
      groups: ['developers', 'system:authenticated'],
      extra: { reason: ['on call', 'ünï'], 'Rea%/son é': ['x'], none: [] },
    }
    const { headers } = await identity({ token: 't', impersonation })
    const bytes = (text: string) => Buffer.from(text).toString('latin1')
    expect(headers).to.deep.equal({
      authorization: 'Bearer t',
      'impersonate-user': bytes('jäne'),
      'impersonate-uid': '7',
      'impersonate-group': ['developers', 'system:authenticated'],
      'impersonate-extra-reason': ['on call', bytes('ünï')],
      'impersonate-extra-Rea%25%2Fson%20%C3%A9': ['x'],
    })
    const plain = { user: 'dev', uid: undefined, groups: [], extra: {} }
    expect((await identity({ impersonation: plain })).headers).to.deep.equal({ 'impersonate-user': 'dev' })
  })

  it('impersonate nobody else than was written [B7]', async () => {
    const none = { user: '', uid: undefined, groups: [], extra: {} }
    for (const impersonation of [
      { ...none, groups: ['a'] },
      { ...none, uid: '7' },
      { ...none, extra: { a: ['b'] } },
    ])
      expect(await fault({ token: 't', impersonation })).to.match(/require a user in "as"/)
    expect(await fault({ token: 't', impersonation: { ...none, user: 'a\r\nb' } })).to.match(
      /control characters/,
    )
  })

  it('send nothing to a server without TLS, and log that once [B9]', async () => {
    const { cert, key } = pair(0)
    const impersonation = { user: 'dev', uid: undefined, groups: [], extra: {} }
    for (const user of [
      { token: 't' },
      { username: 'u', password: 'p' },
      { clientCertificate: { data: cert }, clientKey: { data: key } },
      { tokenFile: path('none') },
      { exec: buildExec({ command: '/none' }) },
    ] satisfies Partial<KubeconfigUser>[]) {
      surroundings = buildSurroundings({}, time)
      const kept = credentials({ ...user, impersonation }, { server: 'HTTP://127.0.0.1:8001' })
      const { headers, tls } = await kept.current()
      await kept.current()
      expect([headers, tls], JSON.stringify(user)).to.deep.equal([{ 'impersonate-user': 'dev' }, {}])
      expect(surroundings.logged.map(({ message }) => message)).to.deep.equal([
        'no credentials are sent, because the server is reached without TLS: use https',
      ])
    }
    surroundings = buildSurroundings({}, time)
    await identity({}, { server: 'http://127.0.0.1:8001' })
    expect(surroundings.logged, 'nothing was left out').to.deep.equal([])
  })

  it('name what is wrong with a user, and are never anonymous instead [B12]', async () => {
    const [one, other] = [pair(0), pair(1)]
    const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n'
    for (const [user, message] of [
      [{ clientCertificate: { data: one.cert } }, /client-certificate has no client-key/],
      [{ clientCertificate: { data: one.cert }, token: 't' }, /client-certificate has no client-key/],
      [{ clientKey: { data: one.key } }, /client-key has no client-certificate/],
      [
        { clientCertificate: { data: one.cert }, clientKey: { data: other.key } },
        /the client certificate and the client key do not match/,
      ],
      [
        { clientCertificate: { data: one.cert }, clientKey: { data: encrypted } },
        /the client key must contain a private key in PEM, without a passphrase/,
      ],
      [
        { clientCertificate: { data: 'text' }, clientKey: { data: one.key } },
        /the client certificate must contain certificates/,
      ],
      [
        { clientCertificate: { file: path('none.crt') }, clientKey: { data: one.key } },
        /client-certificate cannot be read: ENOENT.*none\.crt/,
      ],
      [{ tokenFile: path('none') }, /tokenFile cannot be read: ENOENT/],
      [{ tokenFile: folder }, /tokenFile cannot be read: EISDIR/],
      [{ token: 'two\nlines' }, /token contains control characters/],
      [{ password: 'p' }, /password has no username/],
      [{ username: 'u', token: 't' }, /has a token and a username/],
      [{ username: 'u', tokenFile: path('token') }, /has a token and a username/],
      [
        { exec: buildExec({}), authProvider: { name: 'oidc', config: {} } },
        /has exec and auth-provider: remove one of them/,
      ],
      [
        { authProvider: { name: 'gcp', config: {} } },
        /"gcp" was removed in Kubernetes 1\.26: use the credential plugin gke-gcloud-auth-plugin/,
      ],
      [{ authProvider: { name: 'azure', config: {} } }, /"azure" was removed .* kubelogin/],
      [{ authProvider: { name: 'openstack', config: {} } }, /unknown auth-provider "openstack"/],
      [{ authProvider: { name: 'constructor', config: {} } }, /unknown auth-provider "constructor"/],
    ] satisfies [Partial<KubeconfigUser>, RegExp][]) {
      const kept = credentials(user)
      const error: unknown = await kept.current().catch((reason: unknown) => reason)
      expect(error, JSON.stringify(user)).to.be.instanceOf(CredentialsError)
      expect((error as Error).message)
        .to.match(message)
        .and.match(/^user "dev": /)
    }
    expect(await fault({ token: 't', clientKey: { data: one.key } }), 'a key that is not used').to.equal('')
  })
})
