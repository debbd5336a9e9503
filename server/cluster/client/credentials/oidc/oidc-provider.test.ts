import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { parse } from 'yaml'
import { RecordingProxies } from '../../../../../e2e/kubeconfig/recording-proxies.ts'
import { Authority } from '../../../../../e2e/support/certificates.ts'
import { buildCluster, buildSurroundings, buildUser, failureOf } from '../../../../testing/kubeconfig-user.ts'
import type { TestSurroundings } from '../../../../testing/kubeconfig-user.ts'
import { ManualClock } from '../../../../testing/manual-time.ts'
import { openServer } from '../../../../testing/open-server.ts'
import { credentialsFor } from '../credentials-for.ts'
import type { Credentials } from '../interface.ts'

interface TokenRequest {
  authorization: string | undefined
  form: Record<string, string>
}

describe('the auth-provider oidc', () => {
  let folder: string
  let time: ManualClock
  let surroundings: TestSurroundings
  let issuer: string
  let requests: TokenRequest[]
  let discovery: Record<string, unknown>
  /** Status and body of the token endpoint. */
  let respond: () => [number, object]

  const now = () => Math.floor(surroundings.wallClock / 1000)
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const jwt = (claims: object) =>
    `${encoded({ alg: 'RS256' })}.${encoded({ iss: issuer, aud: 'kubernetes', sub: 'ada', iat: now(), exp: now() + 3600, ...claims })}.c2lnbmF0dXJl`
  const tokens = (claims: object, changes: object = {}): [number, object] => [
    200,
    { access_token: 'a', token_type: 'bearer', id_token: jwt(claims), ...changes },
  ]
  const listener: RequestListener = (request, response) => void handle(request, response)
  async function handle(...[request, response]: Parameters<RequestListener>): Promise<void> {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token`, ...discovery }))
      return
    }
    requests.push(await tokenRequest(request))
    const [status, body] = respond()
    response.writeHead(status).end(JSON.stringify(body))
  }
  async function tokenRequest(request: IncomingMessage): Promise<TokenRequest> {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    return { authorization: request.headers.authorization, form }
  }

  const settings = (changes: Record<string, string> = {}) => ({
    'idp-issuer-url': issuer,
    'client-id': 'kubernetes',
    'client-secret': 'a secret',
    'id-token': jwt({ exp: now() + 9 }),
    'refresh-token': 'first-refresh-token',
    ...changes,
  })
  const kubeconfig = () => join(folder, 'kubeconfig')
  const write = (content: string) => writeFileSync(kubeconfig(), content, { mode: 0o600 })
  const written = (config: Record<string, string>) =>
    `users:\n- name: dev\n  user:\n    auth-provider:\n      name: oidc\n      config:\n${Object.entries(
      config,
    )
      .map(([key, value]) => `        ${key}: ${JSON.stringify(value)}\n`)
      .join('')}`
  const provider = (config: Record<string, string>): Credentials =>
    credentialsFor(
      buildUser({ file: kubeconfig(), authProvider: { name: 'oidc', config } }),
      buildCluster(),
      surroundings,
    )
  const authorization = async (from: Credentials) => (await from.current()).headers['authorization']
  const stored = () =>
    (
      parse(readFileSync(kubeconfig(), 'utf8')) as {
        users: { user: { 'auth-provider': { config: Record<string, string> } } }[]
      }
    ).users[0]?.user['auth-provider'].config

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oidc-'))
    time = new ManualClock()
    surroundings = buildSurroundings({}, time)
    // The library compares the claims of a refreshed token with the system's clock.
    surroundings.wallClock = Date.now()
    requests = []
    discovery = {}
    respond = () => tokens({})
    issuer = `http://127.0.0.1:${await openServer(createServer(listener))}`
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('uses the ID token until ten seconds before its expiry, then refreshes it once for all who wait [C14]', async () => {
    const first = jwt({ exp: now() + 20 })
    write(written(settings({ 'id-token': first })))
    const kept = provider(settings({ 'id-token': first }))
    expect([await authorization(kept), requests]).to.deep.equal([`Bearer ${first}`, []])
    surroundings.wallClock += 9000
    expect(await authorization(kept)).to.equal(`Bearer ${first}`)
    surroundings.wallClock += 2000
    const second = jwt({ jti: '2' })
    respond = () => tokens({ jti: '2' })
    const all = await Promise.all(Array.from({ length: 10 }, async () => authorization(kept)))
    expect([new Set(all).size, requests.length]).to.deep.equal([1, 1])
    expect(all[0]).to.equal(`Bearer ${second}`)
    expect(requests[0]).to.deep.equal({
      authorization: `Basic ${Buffer.from('kubernetes:a+secret').toString('base64')}`,
      form: { grant_type: 'refresh_token', refresh_token: 'first-refresh-token' },
    })
    expect(await authorization(kept)).to.equal(all[0])
  })

  it('sends the client secret as the issuer wants it, or none [C14]', async () => {
    for (const [changes, methods, form] of [
      [{}, ['client_secret_post'], { client_id: 'kubernetes', client_secret: 'a secret' }],
      [{ 'client-secret': '' }, undefined, { client_id: 'kubernetes' }],
      [{}, ['client_secret_basic', 'client_secret_post'], {}],
    ] as const) {
      requests = []
      discovery = methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }
      await provider(settings(changes)).current()
      expect(requests[0]?.form).to.deep.equal({
        grant_type: 'refresh_token',
        refresh_token: 'first-refresh-token',
        ...form,
      })
    }
  })

  it('keeps a rotated refresh token, and writes it back [C14]', async () => {
    write(written(settings()))
    const kept = provider(settings())
    respond = () => tokens({ exp: now() + 60 }, { refresh_token: 'second-refresh-token' })
    const first = await authorization(kept)
    expect(`Bearer ${stored()?.['id-token']}`).to.equal(first)
    expect(stored()?.['refresh-token']).to.equal('second-refresh-token')
    surroundings.wallClock += 55_000
    respond = () => tokens({})
    await authorization(kept)
    expect(requests.map(({ form }) => form['refresh_token'])).to.deep.equal([
      'first-refresh-token',
      'second-refresh-token',
    ])
    expect(stored()?.['refresh-token'], 'not rotated again').to.equal('second-refresh-token')
    expect(readdirSync(folder), 'no lock and no temporary file').to.deep.equal(['kubeconfig'])
    expect(statSync(kubeconfig()).mode & 0o777).to.equal(0o600)
  })

  it('keeps refreshed tokens in memory where the kubeconfig cannot be written [C14]', async () => {
    const refuse: [string, () => void][] = [
      ['locked by kubectl', () => writeFileSync(`${kubeconfig()}.lock`, '')],
      ['gone', () => rmSync(kubeconfig())],
      ['changed', () => write(written(settings({ 'client-id': 'another' })))],
      ['broken', () => write('users: [')],
    ]
    for (const [title, prepare] of refuse) {
      write(written(settings()))
      prepare()
      const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      surroundings = Object.assign(buildSurroundings({}, time), { wallClock: Date.now() })
      respond = () => tokens({ exp: now() + 60 }, { refresh_token: 'rotated' })
      requests = []
      const kept = provider(settings())
      await kept.current()
      surroundings.wallClock += 55_000
      await kept.current()
      expect(
        requests.map(({ form }) => form['refresh_token']),
        title,
      ).to.deep.equal(['first-refresh-token', 'rotated'])
      expect(surroundings.logged[0]?.message, title).to.match(/kept in memory only/)
      expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).to.deep.equal(
        before,
      )
      rmSync(`${kubeconfig()}.lock`, { force: true })
    }
  })

  it('writes to the file behind a symlink', async () => {
    writeFileSync(join(folder, 'real'), written(settings()), { mode: 0o640 })
    symlinkSync('real', kubeconfig())
    respond = () => tokens({}, { refresh_token: 'rotated' })
    await provider(settings()).current()
    expect(readFileSync(join(folder, 'real'), 'utf8')).to.include('rotated')
    expect(readdirSync(folder).toSorted((a, b) => a.localeCompare(b))).to.deep.equal(['kubeconfig', 'real'])
  })

  it('refreshes once after a 401 [C14]', async () => {
    const config = settings({ 'id-token': jwt({}) })
    write(written(config))
    const kept = provider(config)
    const first = await kept.current()
    respond = () => tokens({ jti: '2' })
    expect(await kept.rejected(first, 'unauthorized')).to.equal(true)
    const second = await kept.current()
    expect(await kept.rejected(second, 'unauthorized'), 'backed off').to.equal(false)
    expect(requests).to.have.length(1)
  })

  it('refreshes an ID token without a usable expiry, as kubectl does [C14]', async () => {
    for (const exp of [undefined, 0, -1, now() - 1, now() + 9]) {
      requests = []
      respond = () => tokens({ jti: '2' })
      const token = await authorization(provider(settings({ 'id-token': jwt({ exp }) })))
      expect([token, requests.length], String(exp)).to.deep.equal([`Bearer ${jwt({ jti: '2' })}`, 1])
    }
  })

  it('keeps an ID token after a 401 if it cannot be refreshed', async () => {
    const idToken = jwt({})
    const kept = provider(settings({ 'id-token': idToken, 'refresh-token': '' }))
    expect(await kept.rejected(await kept.current(), 'unauthorized')).to.equal(false)
    expect(await authorization(kept)).to.equal(`Bearer ${idToken}`)
  })

  it('verifies the issuer by its CA, inline or in a file', async () => {
    const authority = await Authority.create(folder, 'issuer-ca')
    const { key, cert } = await authority.issue('localhost', 'subjectAltName=DNS:localhost')
    issuer = `https://localhost:${await openServer(createTlsServer({ key, cert }, listener))}`
    const data = Buffer.from(authority.pem).toString('base64')
    await provider(settings({ 'idp-certificate-authority-data': data })).current()
    await provider(settings({ 'idp-certificate-authority': join(folder, 'issuer-ca.crt') })).current()
    expect(requests).to.have.length(2)
    expect(await failureOf(provider(settings()).current())).to.match(
      /issuer https:\/\/localhost:\d+ could not be used: .*certificate/,
    )
    const missing = settings({ 'idp-certificate-authority': join(folder, 'none') })
    expect(await failureOf(provider(missing).current())).to.match(
      /idp-certificate-authority cannot be read: ENOENT/,
    )
  })

  it('reaches the issuer through the proxy of the environment, as kubectl does', async () => {
    const authority = await Authority.create(folder, 'issuer-ca')
    const { key, cert } = await authority.issue('issuer.example', 'subjectAltName=DNS:issuer.example')
    const port = await openServer(createTlsServer({ key, cert }, listener))
    const proxies = new RecordingProxies({ key, cert, ca: authority.pem })
    await proxies.listen()
    try {
      issuer = `https://issuer.example:${port}`
      const data = Buffer.from(authority.pem).toString('base64')
      const { http, socks } = proxies.ports
      for (const HTTPS_PROXY of [`http://127.0.0.1:${http}`, `socks5://127.0.0.1:${socks}`]) {
        surroundings = Object.assign(buildSurroundings({ HTTPS_PROXY }, time), { wallClock: Date.now() })
        requests = []
        await provider(settings({ 'idp-certificate-authority-data': data })).current()
        expect(requests, HTTPS_PROXY).to.have.length(1)
      }
      expect([...new Set(proxies.opened)]).to.deep.equal([
        'http CONNECT issuer.example',
        'socks5 issuer.example',
      ])
    } finally {
      proxies.close()
    }
  })

  it('accepts an issuer with and without a slash at its end', async () => {
    discovery = { issuer: `${issuer}/` }
    respond = () => tokens({ iss: `${issuer}/` })
    await provider(settings()).current()
    discovery = {}
    respond = () => tokens({})
    await provider({ ...settings(), 'idp-issuer-url': `${issuer}/` }).current()
    expect(requests).to.have.length(2)
  })

  it('says why there is no token, without showing one [C14]', async () => {
    const secret = 'first-refresh-token'
    const cases: [Record<string, string>, () => [number, object], object, RegExp][] = [
      [
        { 'refresh-token': '' },
        () => tokens({}),
        {},
        /no valid ID token, and no refresh-token to get one: sign in again/,
      ],
      [
        {},
        () => [400, { error: 'invalid_grant', error_description: `${secret} revoked` }],
        {},
        /rejected the refresh token \(invalid_grant\): sign in again/,
      ],
      [{}, () => [400, { error: 'invalid_scope' }], {}, /rejected the refresh \(invalid_scope\)/],
      [{}, () => [401, { error: 'invalid_client' }], {}, /rejected the refresh \(invalid_client\)/],
      [
        {},
        () => [200, { access_token: 'a', token_type: 'bearer' }],
        {},
        /returned no ID token: sign in again with the scope openid/,
      ],
      [{}, () => [500, {}], {}, /could not be used: /],
      [{}, () => tokens({ aud: 'another' }), {}, /could not be used: /],
      [{}, () => tokens({}), { issuer: 'https://evil.example.com' }, /could not be used: /],
      [{}, () => tokens({}), { token_endpoint: undefined }, /could not be used: /],
    ]
    for (const [changes, response, document, message] of cases) {
      respond = response
      discovery = { ...document }
      const found = await failureOf(provider(settings(changes)).current())
      expect(found)
        .to.match(message)
        .and.match(/^user "dev": /)
        .and.not.include(secret)
    }
    const gone = settings({ 'idp-issuer-url': 'http://127.0.0.1:1' })
    expect(await failureOf(provider(gone).current())).to.match(/could not be used: .*ECONNREFUSED/)
  })

  it('rejects settings that cannot work', async () => {
    for (const [changes, message] of [
      [{ 'idp-issuer-url': '' }, /has no idp-issuer-url/],
      [{ 'client-id': '' }, /has no client-id/],
      [{ 'idp-issuer-url': 'http://issuer.example.com' }, /must be an https URL/],
      [{ 'idp-issuer-url': 'issuer' }, /must be an https URL/],
      ...['opaque', 'a.b', `${jwt({})}.d`, 'a.bm8=.c', 'a..c'].map(
        (idToken) => [{ 'id-token': idToken }, /id-token is not a JSON Web Token: sign in again/] as const,
      ),
    ] as const)
      expect(await failureOf(provider({ ...settings(), ...changes }).current())).to.match(message)
  })
})
