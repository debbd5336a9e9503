import { expect } from 'chai'
import type { Pair } from '../support/certificates.ts'
import { READ } from '../support/callers.ts'
import { grantOn } from '../support/grants.ts'
import { call } from '../support/http.ts'
import type { SecureClient } from '../support/secure.ts'
import { CLIENT, PROXY, TlsStage } from '../support/tls-stage.ts'

const RESTART = '/api/deployments/storefront/restart'

describe('callers over TLS', () => {
  let stage: TlsStage
  let proxy: Pair

  const restart = (who: SecureClient, headers: Record<string, string | string[]>) =>
    who.call('POST', RESTART, headers, { namespace: 'shop' })

  beforeEach(async () => {
    stage = await TlsStage.open()
    proxy = await stage.clients.issue(PROXY, CLIENT)
  })

  it("accepts users that a trusted proxy states, under names that are not the cluster's own", async () => {
    await stage.start({ writeGroups: ['proxy:ops'], auditGroups: ['proxy:auditors'] })
    const trusted = stage.client(proxy)
    const ada = { 'x-remote-user': 'ada', 'X-Remote-Group': ['dev', 'ops'] }
    for (let n = 0; n < 3; n++) expect((await trusted.get('/api/pods', ada)).status).to.equal(200)
    expect((await restart(trusted, ada)).status).to.equal(200)
    const denied = await restart(trusted, { 'x-remote-user': 'eve', 'x-remote-group': 'dev, ops' })
    expect([denied.status, denied.json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(denied.json['error']).to.include('"proxy:eve"')
    const zoe = { 'x-remote-user': Buffer.from('zoë').toString('latin1'), 'x-remote-group': 'auditors' }
    const trail = await trusted.get('/api/audit', zoe)
    const entries = trail.json['audit'] as { caller: { name: string; via: string } }[]
    expect(entries.map(({ caller }) => caller)).to.deep.include({ name: 'proxy:ada', via: 'proxy' })
  })

  it('rejects requests if the proxy states no user, or a malformed one', async () => {
    await stage.start()
    const trusted = stage.client(proxy)
    for (const headers of [
      {},
      { 'x-remote-group': 'ops' },
      { 'x-remote-user': '' },
      { 'x-remote-user': 'system:admin' },
      { 'x-remote-user': 'ada', 'x-remote-group': ['dev', 'system:masters'] },
      { 'x-remote-user': ['ada', 'eve'] },
      { 'x-remote-user': 'zo\u00eb' },
      { 'x-remote-user': 'a'.repeat(513) },
    ])
      expect((await trusted.get('/api/pods', headers)).status, JSON.stringify(headers)).to.equal(401)
    const many = Array.from({ length: 100 }, (_, n) => `g${n}`)
    const overfull = await trusted.get('/api/pods', { 'x-remote-user': 'ada', 'x-remote-group': many })
    expect(overfull.status, 'never with some of the groups').to.equal(431)
  })

  it('gain nothing by those headers on any other connection', async () => {
    await stage.start({ tokenAudiences: ['cluster-inspector'], writeGroups: ['proxy:ops'] })
    const strangers = await stage.authority('strangers')
    const said = { 'x-remote-user': 'ada', 'x-remote-group': 'ops', 'x-forwarded-for': '127.0.0.1' }
    const others = {
      'no certificate': stage.client(),
      'a certificate of another CA': stage.client(await strangers.issue(PROXY, CLIENT)),
      'a certificate of another name': stage.client(await stage.clients.issue('another', CLIENT)),
      'a certificate that ends like it': stage.client(await stage.clients.issue(`x${PROXY}`, CLIENT)),
      'a certificate that is for servers': stage.client(
        await stage.clients.issue(PROXY, 'extendedKeyUsage=serverAuth'),
      ),
      'a wildcard': stage.client(await stage.clients.issue('wild', CLIENT, 'subjectAltName=DNS:*')),
    }
    const token = stage.demo.addToken({ username: 'bea', groups: [] }, ['cluster-inspector'])
    const bearer = { ...said, authorization: `Bearer ${token}` }
    for (const [what, who] of Object.entries(others)) {
      expect((await who.get('/api/pods', said)).status, what).to.equal(401)
      expect((await who.get('/api/pods', { 'X-Remote-User': 'ada' })).status, what).to.equal(401)
      expect((await who.get('/api/pods', bearer)).status, `${what}, and a token`).to.equal(200)
      const denied = await restart(who, bearer)
      expect(denied.json['error'], what).to.include('"bea"')
    }
    const { plain } = stage
    for (let n = 0; n < 3; n++) {
      expect((await call(plain, 'GET', '/api/pods')).status, 'port-forward').to.equal(200)
      for (const [name, value] of Object.entries(said))
        expect((await call(plain, 'GET', '/api/pods', undefined, { [name]: value })).status).to.equal(401)
    }
  })

  it('accepts a proxy by a DNS name of its certificate as well', async () => {
    await stage.start({ trustedProxies: ['proxy.gateway.svc'] })
    const named = stage.client(
      await stage.clients.issue('any', CLIENT, 'subjectAltName=DNS:other,DNS:proxy.gateway.svc'),
    )
    expect((await named.get('/api/pods', { 'x-remote-user': 'ada' })).status).to.equal(200)
    expect((await stage.client(proxy).get('/api/pods', { 'x-remote-user': 'ada' })).status).to.equal(401)
  })

  it('limits users of a proxy to what the cluster grants them, if the rights of callers count', async () => {
    await stage.start({ authorization: 'caller' })
    const trusted = stage.client(proxy)
    const get = (user: string, group: string) =>
      trusted.get('/api/pods', { 'x-remote-user': user, 'x-remote-group': group })
    grantOn(stage.demo, 'proxy:ada', { verbs: READ, resources: ['pods'] })
    grantOn(stage.demo, 'bea', { verbs: READ, resources: ['pods'] })
    for (let n = 0; n < 3; n++) {
      expect((await get('ada', 'dev')).status).to.equal(200)
      const denied = await get('bea', 'dev')
      expect(denied.status, 'of the same name as one of the cluster').to.equal(403)
      expect(denied.json['error']).to.include('User "proxy:bea" cannot list resource "pods"')
    }
  })

  it('come by port-forward over TLS too, unless they show a certificate', async () => {
    await stage.start()
    const near = stage.client()
    const certified = stage.client(proxy)
    for (let n = 0; n < 3; n++) {
      expect((await near.get('/api/pods')).status).to.equal(200)
      expect((await certified.get('/api/pods')).status).to.equal(401)
    }
  })
})
