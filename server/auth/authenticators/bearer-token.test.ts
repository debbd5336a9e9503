import { expect } from 'chai'
import { ClusterError, UnauthenticatedError } from '../../core/errors.ts'
import type { Clock } from '../../core/clock.ts'
import { TokenAuthenticator, tokenIn } from './bearer-token.ts'
import type { UserInfo } from '../../core/user-info.ts'

describe('bearer tokens', () => {
  const user: UserInfo = { name: 'ada', uid: 'u-1', groups: ['ops'], extra: { scope: ['x'] } }
  let now: number
  let asked: string[]
  let answers: Map<string, UserInfo>
  let tokens: TokenAuthenticator

  beforeEach(() => {
    now = 0
    asked = []
    answers = new Map([['good', user]])
    const time: Clock = { now: () => now, after: () => () => undefined, random: () => 0 }
    tokens = new TokenAuthenticator(async (token) => {
      asked.push(token)
      if (token === 'away') throw new ClusterError('the cluster could not say', 'away')
      return answers.get(token)
    }, time)
  })

  it('may have any characters that a header can carry, but blanks (D16)', () => {
    const sent = (token: string) => tokenIn(`Bearer ${Buffer.from(token).toString('latin1')}`)
    for (const token of ['kubeconfig-user-x:y', 'a!"#$%&\'()*,;<>?@[]^`{|}', 'schlüssel-鍵'])
      expect(sent(token)).to.equal(token)
    expect([sent('two words'), sent(''), sent('a\tb')]).to.deep.equal([undefined, undefined, undefined])
  })

  it('are reviewed once in 30 s where the cluster knows them, and once in 5 s where it does not', async () => {
    expect(await tokens.authenticate('good')).to.deep.equal({ ...user, via: 'token' })
    expect(await tokens.authenticate('bad')).to.equal(undefined)
    now = 4999
    expect(tokens.authenticateCached('good')).to.deep.include({ name: 'ada' })
    expect(tokens.authenticateCached('bad')).to.equal(undefined)
    await Promise.all([tokens.authenticate('good'), tokens.authenticate('bad')])
    expect(asked).to.deep.equal(['good', 'bad'])
    now = 5000
    answers.set('bad', user)
    expect(await tokens.authenticate('bad')).to.deep.include({ name: 'ada' })
    now = 29_999
    await tokens.authenticate('good')
    expect(asked).to.deep.equal(['good', 'bad', 'bad'])
    now = 30_000
    answers.delete('good')
    expect(await tokens.authenticate('good')).to.equal(undefined)
  })

  it('are reviewed once for all who ask meanwhile', async () => {
    await Promise.all(Array.from({ length: 50 }, async () => tokens.authenticate('good')))
    expect(asked).to.deep.equal(['good'])
  })

  it('are known by the connection that shows them, and no longer than they are good', async () => {
    const [connection, other] = [{}, {}]
    const known = (authorization: string, on: object = connection) =>
      tokens.cachedForConnection(on, authorization)?.name
    expect(known('Bearer good')).to.equal(undefined)
    await tokens.authenticate('good')
    answers.set('also', { ...user, name: 'bea' })
    await tokens.authenticate('also')
    expect([known('Bearer good'), known('bearer good'), known('Bearer good')]).to.deep.equal([
      'ada',
      'ada',
      'ada',
    ])
    expect([known('Bearer also'), known('Bearer good', other), known('Bearer bad')]).to.deep.equal([
      'bea',
      'ada',
      undefined,
    ])
    expect(known('Basic good')).to.equal(undefined)
    answers.delete('also')
    expect(known('Bearer also')).to.equal('bea')
    await tokens.review('also')
    expect(known('Bearer also'), 'once the cluster says so').to.equal(undefined)
    expect(known('Bearer good')).to.equal('ada')
    now = 30_000
    expect(known('Bearer good')).to.equal(undefined)
    await tokens.authenticate('good')
    expect(known('Bearer good')).to.equal('ada')
  })

  it('are nobody’s for those who stay once the cluster says so, whatever is remembered', async () => {
    await tokens.authenticate('good')
    answers.delete('good')
    expect(await tokens.review('good')).to.equal(undefined)
    expect(tokens.authenticateCached('good')).to.equal(undefined)
  })

  it('are refused where the cluster names a user or group that could be shown as another', async () => {
    for (const told of [
      { ...user, name: 'ada\u202e' },
      { ...user, groups: ['ops', 'ops\u200b'] },
    ]) {
      answers.set('odd', told)
      const failed = await tokens.authenticate('odd').catch((error: unknown) => error)
      expect(failed).to.be.instanceOf(UnauthenticatedError)
      expect(tokens.authenticateCached('odd')).to.equal('uncached')
    }
  })

  it('are not forgotten nor refused where the cluster cannot say', async () => {
    const failed = await tokens.authenticate('away').catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(ClusterError)
    expect(tokens.authenticateCached('away')).to.equal('uncached')
  })
})
