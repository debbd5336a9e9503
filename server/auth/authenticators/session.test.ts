import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { UnauthenticatedError } from '../../core/errors.ts'
import { externalCaller } from '../caller.ts'
import { SessionAuthenticator } from './session.ts'

const ada = externalCaller('oidc', 'ada', ['ops'])

describe('sessions', () => {
  let now: number
  let until: number
  let reads: number
  let sessions: SessionAuthenticator
  const shown = (cookie: string | undefined) => ({
    loopback: true,
    forwarded: false,
    connection: {},
    authorization: undefined,
    proxied: undefined,
    cookie,
  })
  const good = shown('theme=dark; session=good')

  beforeEach(() => {
    now = 1_000_000
    until = now + 3_600_000
    reads = 0
    sessions = new SessionAuthenticator({
      cookieName: 'session',
      page: 'https://inspector.example.com/docs/sign-in',
      clock: () => now,
      ledger: new MemoryLedger(1e6),
      read: async (token) => {
        reads++
        return token === 'good' && now < until ? { caller: ada, until } : undefined
      },
    })
  })

  it('say nothing of who shows none', async () => {
    for (const credentials of [shown(undefined), shown(''), shown('theme=dark')]) {
      expect(sessions.authenticateCached(credentials)).to.equal(undefined)
      expect(await sessions.authenticate(credentials)).to.equal(undefined)
    }
    expect(reads).to.equal(0)
  })

  it('accepts a session without reading it again for 30 s', async () => {
    expect(sessions.authenticateCached(good)).to.equal('uncached')
    expect(await sessions.authenticate(good)).to.equal(ada)
    expect(sessions.authenticateCached(good)).to.equal(ada)
    expect(await sessions.authenticate(good)).to.equal(ada)
    expect(reads).to.equal(1)
    now += 30_000
    expect(sessions.authenticateCached(good)).to.equal('uncached')
    await sessions.authenticate(good)
    expect(reads).to.equal(2)
  })

  it('rejects a session beyond its end', async () => {
    until = now + 10_000
    await sessions.authenticate(good)
    now = until - 1
    expect(sessions.authenticateCached(good)).to.equal(ada)
    now = until
    expect(sessions.authenticateCached(good)).to.equal('uncached')
    await sessions.authenticate(good).then(
      () => expect.fail('it was let in'),
      (error: unknown) => {
        expect(error).to.be.instanceOf(UnauthenticatedError)
        expect(String(error)).to.include('sign in again at https://inspector.example.com/docs/sign-in')
      },
    )
  })

  it('neither accept nor remember bad tokens', async () => {
    const bad = shown('session=bad')
    for (let n = 1; n <= 2; n++) {
      const outcome = await sessions.authenticate(bad).catch((error: unknown) => error)
      expect(outcome).to.be.instanceOf(UnauthenticatedError)
      expect(sessions.authenticateCached(bad)).to.equal('uncached')
      expect(reads).to.equal(n)
    }
  })

  it('reads a session once, whatever other cookies are sent and however they are split [A1d]', async () => {
    await sessions.authenticate(good)
    for (let n = 0; n < 100; n++)
      for (const cookie of [`session=good; other=${n}`, `n=${n};session.1=od; session.0=go`])
        expect(sessions.authenticateCached(shown(cookie)), cookie).to.equal(ada)
    expect(reads).to.equal(1)
  })

  it('rejects another spelling of the same session token without reading it [A1d]', async () => {
    for (const cookie of [
      'session=%67ood',
      'session="good"',
      'session=good; session=good',
      'session=good; session.0=x',
      'session.100=good',
      'session.x=good',
      'session=',
    ]) {
      const outcome = await sessions.authenticate(shown(cookie)).catch((error: unknown) => error)
      expect(outcome, cookie).to.be.instanceOf(UnauthenticatedError)
    }
    expect(reads).to.equal(0)
  })
})
