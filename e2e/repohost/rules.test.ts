import { expect } from 'chai'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { GitHost } from '../support/git-host/git-host.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { CHANGE, serveHost } from './served.ts'

describe('the rules on the shared credential', () => {
  const body = { owner: 'shop', repo: 'web', ...CHANGE }
  let host: GitHost
  before(async () => {
    host = await GitHost.open()
    await host.create('shop/web', { 'a.yaml': 'a: 1\n' })
    await host.create('other/web', { 'a.yaml': 'a: 1\n' })
  })

  it('shares it with nobody unless that is set', async () => {
    const { get, post } = await serveHost({ repohostShared: 'none' }, { host })
    const sent = host.requests.length
    for (const { status, json } of [
      await get('repos'),
      await get('tree', { owner: 'shop', repo: 'web' }),
      await post('create-pr', body),
    ])
      expect([status, json['code']]).to.deep.equal([401, 'UNAUTHORIZED'])
    expect((await get('auth-status')).json).to.include({
      configured: true,
      authenticated: false,
      via: 'none',
    })
    expect(host.requests.length).to.equal(sent)
  })

  it('shares it for reads without writes', async () => {
    const { get, post } = await serveHost({ repohostShared: 'read' }, { host })
    expect((await get('repos')).status).to.equal(200)
    const { status, json } = await post('create-pr', body)
    expect([status, json['hint']]).to.deep.equal([403, 'set repohost.shared=write'])
    expect((await get('auth-status')).json).to.include({ authenticated: true, writable: false })
  })

  it('refuses writes if the host is read-only', async () => {
    const { post } = await serveHost({ repohostReadOnly: true }, { host })
    for (const [path, request] of [
      ['create-pr', body],
      [
        'create-multi-file-pr',
        { owner: 'shop', repo: 'web', files: [{ path: 'a.yaml', content: 'a: 2\n' }] },
      ],
      ['merge-pr', { owner: 'shop', repo: 'web', pullNumber: 1 }],
    ] as const) {
      const { status, json } = await post(path, request)
      expect([path, status, json['hint']]).to.deep.equal([path, 403, 'set repohost.readOnly=false'])
    }
  })

  it('serves the listed repositories only, also after a rename', async () => {
    const { get } = await serveHost({ repohostRepositories: ['shop/*'] }, { host })
    const { json } = await get('repos')
    expect((json['repos'] as { fullName: string }[]).map(({ fullName }) => fullName)).to.deep.equal([
      'shop/web',
    ])
    expect((await get('tree', { owner: 'SHOP', repo: 'web' })).status).to.equal(200)
    const sent = host.requests.length
    expect((await get('tree', { owner: 'other', repo: 'web' })).status).to.equal(404)
    expect(host.requests.length).to.equal(sent)
    host.fault(/^GET \/repos\/shop\/moved$/, (_, response) => {
      response.writeHead(301, { location: `${host.url}/repos/other/web` }).end()
    })
    expect((await get('tree', { owner: 'shop', repo: 'moved' })).status).to.equal(404)
  })

  it('responds 501 with the value to set if no host is configured', async () => {
    const demo = await openDemoCluster()
    const { port } = await serveCluster(demo.url, demo.token)
    const base = `http://127.0.0.1:${port}`
    const hint =
      'set repohost.kind, repohost.baseUrl and repohost.existingSecret in the values of the Helm release'
    for (const path of ['repos', 'tree?owner=a&repo=b', 'file?owner=a&repo=b&path=c']) {
      const { status, json } = await call(base, 'GET', `/api/repohost/${path}`)
      expect([status, json['code'], json['hint']]).to.deep.equal([501, 'NOT_CONFIGURED', hint])
    }
    const status = await call(base, 'GET', '/api/repohost/auth-status')
    expect(status.json).to.deep.equal({ configured: false, authenticated: false, via: 'none', reason: hint })
  })
})
