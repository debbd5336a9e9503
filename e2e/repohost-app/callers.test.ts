import { expect } from 'chai'
import { serveHost } from '../repohost/served.ts'
import { call } from '../support/http.ts'
import { OWN } from '../support/signing-in.ts'
import { AppStage } from './stage.ts'

describe('callers without an account at the repository host', () => {
  let stage: AppStage
  before(async () => {
    stage = await AppStage.open()
  })

  it('refuses callers who did not sign in with a browser', async () => {
    const replica = await stage.serve({ ...stage.hostSettings(), loopback: true })
    const ask = async (method: string, path: string) =>
      call(`http://127.0.0.1:${replica.port}`, method, `/api/repohost-app/${path}`, undefined)
    for (const path of ['connect', 'callback?code=a&state=b']) {
      const { status, json } = await ask('GET', path)
      expect([status, json['hint']]).to.deep.equal([403, `sign in at ${OWN}/docs/sign-in`])
    }
    expect((await ask('GET', 'installations')).status).to.equal(401)
    expect((await ask('POST', 'logout')).json).to.deep.equal({ success: true, revoked: false })
    const local = await call(`http://127.0.0.1:${replica.port}`, 'GET', '/api/repohost/auth-status')
    expect(local.json).to.not.have.any.keys('connectUrl', 'installUrl')
  })

  it('needs sign-in, without which shared credentials work as configured', async () => {
    const { get: read, base } = await serveHost(stage.hostSettings(), { host: stage.host })
    expect((await read('tree', { owner: 'shop', repo: 'web' })).status).to.equal(200)
    expect((await read('auth-status')).json)
      .to.include({ via: 'token' })
      .and.not.have.property('connectUrl')
    for (const [method, path] of [
      ['GET', 'connect'],
      ['GET', 'callback?code=a&state=b'],
      ['POST', 'logout'],
    ] as const) {
      const { status, json } = await call(base, method, `/api/repohost-app/${path}`)
      expect([path, status, json['code']]).to.deep.equal([path, 501, 'NOT_CONFIGURED'])
      expect(json['hint']).to.match(/^set auth\.signIn/)
    }
    expect((await call(base, 'GET', '/api/repohost-app/repositories')).status).to.equal(200)
    expect((await call(base, 'GET', '/api/repohost-app/installations')).status).to.equal(401)
  })
})
