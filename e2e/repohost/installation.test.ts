import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openFolder } from '../support/folder.ts'
import { GitHost } from '../support/git-host/git-host.ts'
import { call } from '../support/http.ts'
import { CHANGE, serveHost } from './served.ts'

describe('the installation of a GitHub App', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })

  const serve = async (installationId = 42) => {
    const host = await GitHost.open()
    host.appKey = publicKey
    await host.create('shop/web', { 'a.yaml': 'a: 1\n' })
    const file = join(openFolder('app'), 'private-key')
    writeFileSync(file, privateKey)
    const settings = {
      repohostTokenFile: undefined,
      repohostAppId: '7',
      repohostInstallationId: installationId,
      repohostPrivateKeyFile: file,
    }
    return { file, ...(await serveHost(settings, { host })) }
  }
  const query = { owner: 'shop', repo: 'web' }
  const tokens = (host: GitHost) => host.requests.filter(({ path }) => path.endsWith('/access_tokens'))

  it('reads with a token that it gets once, and lists by its own route', async () => {
    const { host, get, output } = await serve()
    const { text } = await get('repos')
    expect(text).to.include('"fullName":"shop/web"')
    expect((await get('tree', query)).status).to.equal(200)
    expect(tokens(host)).to.have.length(1)
    expect(host.requests.map(({ path }) => path.split('?')[0])).to.include('/installation/repositories')
    expect(host.requests.map(({ path }) => path.split('?')[0])).to.not.include('/user/repos')
    expect(output()).to.not.include('ghs_canary')
    expect(host.differences).to.deep.equal([])
  })

  it('says which App it is', async () => {
    const { get } = await serve()
    const { json, text } = await get('auth-status')
    expect(json).to.include({ authenticated: true, via: 'installation', login: 'inspector[bot]' })
    expect(json['expiresAt']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(text).to.not.include('ghs_canary')
  })

  it('lists itself to everyone who may use it, with its repositories', async () => {
    const { base } = await serve()
    const { json } = await call(base, 'GET', '/api/repohost-app/installations')
    expect((json['installations'] as { id: number }[]).map(({ id }) => id)).to.deep.equal([42])
    const listed = await call(base, 'GET', '/api/repohost-app/repositories?installation=42')
    expect(listed.text).to.include('"fullName":"shop/web"')
  })

  it('proposes a change', async () => {
    const { host, post } = await serve()
    expect((await post('create-pr', { ...query, ...CHANGE })).status).to.equal(201)
    expect(host.repositories[0]?.pulls).to.have.length(1)
  })

  it('renews a token that the host refuses, once', async () => {
    const { host, get } = await serve()
    await get('tree', query)
    host.tokens.clear()
    expect((await get('tree', { ...query, ref: 'main' })).status).to.equal(200)
    expect(tokens(host)).to.have.length(2)
    host.fault(/^GET \/repos/, (_, response) => void response.writeHead(401).end('{}'), 99)
    const { status, json } = await get('tree', query)
    expect([status, json['details']]).to.deep.equal([500, 'the host refuses the configured token'])
    expect(host.requests.filter(({ method }) => method === 'GET').length).to.be.lessThan(12)
  })

  it('works with a clock that is five minutes off', async () => {
    for (const offset of [300, -300]) {
      const { host, get } = await serve()
      host.clockOffset = offset
      expect((await get('tree', query)).status, String(offset)).to.equal(200)
    }
  })

  it('uses a key that changes, and says what is wrong with one', async () => {
    const { file, host, get } = await serve()
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    writeFileSync(file, other.privateKey)
    expect((await get('tree', query)).json['details']).to.match(
      /refuses the App: check repohostAppId, the key and the clock/,
    )
    host.appKey = other.publicKey
    expect((await get('tree', query)).status).to.equal(200)
    writeFileSync(file, 'no key')
    const { json, text } = await get('tree', query)
    expect(json['details']).to.equal('the file in repohostPrivateKeyFile does not contain a usable key')
    expect(text).to.not.include('no key')
  })

  it('says that the host does not know the installation', async () => {
    const { get } = await serve(43)
    expect((await get('repos')).json['details']).to.match(/does not know the installation/)
  })
})
