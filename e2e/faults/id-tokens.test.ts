import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { createLog } from '../../server/telemetry/log.ts'
import { OWN, SigningIn } from '../support/signing-in.ts'

describe('ID tokens of an issuer [S11]', () => {
  let stage: SigningIn

  before(async () => {
    stage = await SigningIn.open()
  })
  beforeEach(() => stage.reset())

  it('rejects ID tokens that are expired, of another sign-in, for or by others, or unsigned', async () => {
    const lines = new PassThrough()
    const replica = await stage.replica({}, { log: createLog('info', 'json', lines) })
    const hours = (n: number) => Math.floor(Date.now() / 1000) + n * 3600
    for (const [header, claims, reason] of [
      [{}, { iat: hours(-2), exp: hours(-1) }, /exp/],
      [{}, { nbf: hours(1), iat: hours(1), exp: hours(2) }, /nbf/],
      [{}, { nonce: 'another' }, /nonce/],
      [{}, { aud: 'another-service' }, /aud/],
      [{}, { iss: 'https://evil.example' }, /iss/],
      [{ alg: 'none' }, {}, /alg/],
    ] as const) {
      stage.issuer.idToken = (token) => ({
        header: { ...token.header, ...header },
        claims: { ...token.claims, ...claims },
      })
      const browser = stage.browser(replica)
      const { url } = await stage.signIn(browser)
      expect(url, JSON.stringify(claims)).to.equal(`${OWN}/docs/sign-in?error=Configuration`)
      expect((await browser.get(`${OWN}/api/pods`)).status).to.equal(401)
      const [line = '{}'] = String(lines.read()).split('\n')
      expect(JSON.parse(line)).to.include({ message: 'sign-in failed' })
      expect(JSON.parse(line).details).to.match(reason)
    }
    stage.issuer.idToken = (token) => token
    const browser = stage.browser(replica)
    await stage.signIn(browser)
    expect((await browser.get(`${OWN}/api/pods`)).status).to.equal(200)
  })
})
