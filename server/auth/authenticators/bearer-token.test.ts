import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { ClusterError, TooManyRequestsError, UnauthenticatedError } from '../../core/errors.ts'
import type { ReviewToken } from '../../cluster/access/token-review.ts'
import type { Clock } from '../../core/clock.ts'
import { tick } from '../../testing/tick.ts'
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
    tokens = tokensReviewedBy(async (token) => {
      asked.push(token)
      if (token === 'away') throw new ClusterError('the cluster could not say', 'away')
      return answers.get(token)
    })
  })

  function tokensReviewedBy(review: ReviewToken): TokenAuthenticator {
    const time: Clock = { now: () => now, after: () => () => undefined, random: () => 0 }
    return new TokenAuthenticator(review, time, new MemoryLedger(1e6))
  }

  it('may have any characters that a header can carry, but blanks [D16]', () => {
    const sent = (token: string) => tokenIn(`Bearer ${Buffer.from(token).toString('latin1')}`)
    for (const token of ['kubeconfig-user-x:y', 'a!"#$%&\'()*,;<>?@[]^`{|}', 'schlüssel-鍵'])
      expect(sent(token)).to.equal(token)
    expect([sent('two words'), sent(''), sent('a\tb')]).to.deep.equal([undefined, undefined, undefined])
  })

  it('reviews a known token once in 30 s, and an unknown one once in 5 s', async () => {
    expect(await tokens.authenticate('good', 'net')).to.deep.equal({ ...user, via: 'token' })
    expect(await tokens.authenticate('bad', 'net')).to.equal(undefined)
    now = 4999
    expect(tokens.authenticateCached('good')).to.deep.include({ name: 'ada' })
    expect(tokens.authenticateCached('bad')).to.equal(undefined)
    await Promise.all([tokens.authenticate('good', 'net'), tokens.authenticate('bad', 'net')])
    expect(asked).to.deep.equal(['good', 'bad'])
    now = 5000
    answers.set('bad', user)
    expect(await tokens.authenticate('bad', 'net')).to.deep.include({ name: 'ada' })
    now = 29_999
    await tokens.authenticate('good', 'net')
    expect(asked).to.deep.equal(['good', 'bad', 'bad'])
    now = 30_000
    answers.delete('good')
    expect(await tokens.authenticate('good', 'net')).to.equal(undefined)
  })

  it('sends one TokenReview for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 50 }, async () => tokens.authenticate('good', 'net')))
    expect(asked).to.deep.equal(['good'])
  })

  it('remembers the token of a connection, no longer than it is valid', async () => {
    const [connection, other] = [{}, {}]
    const known = (authorization: string, on: object = connection) =>
      tokens.cachedForConnection(on, authorization)?.name
    expect(known('Bearer good')).to.equal(undefined)
    await tokens.authenticate('good', 'net')
    answers.set('also', { ...user, name: 'bea' })
    await tokens.authenticate('also', 'net')
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
    await tokens.authenticate('good', 'net')
    expect(known('Bearer good')).to.equal('ada')
  })

  it('rejects a kept connection once the cluster rejects its token, whatever is cached', async () => {
    await tokens.authenticate('good', 'net')
    answers.delete('good')
    expect(await tokens.review('good')).to.equal(undefined)
    expect(tokens.authenticateCached('good')).to.equal(undefined)
  })

  it('rejects users and groups whose names could be mistaken for others', async () => {
    for (const told of [
      { ...user, name: 'ada\u202e' },
      { ...user, groups: ['ops', 'ops\u200b'] },
    ]) {
      answers.set('odd', told)
      const failed = await tokens.authenticate('odd', 'net').catch((error: unknown) => error)
      expect(failed).to.be.instanceOf(UnauthenticatedError)
      expect(tokens.authenticateCached('odd')).to.equal('uncached')
    }
  })

  it('neither forgets nor rejects callers while the cluster cannot review tokens', async () => {
    const failed = await tokens.authenticate('away', 'net').catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(ClusterError)
    expect(tokens.authenticateCached('away')).to.equal('uncached')
  })

  it('review wrong tokens ever less often, once a minute in the end', async () => {
    const reviewedAt: number[] = []
    for (; now < 200_000; now += 1000) {
      const before = asked.length
      await tokens.authenticate('bad', 'net')
      if (asked.length > before) reviewedAt.push(now / 1000)
    }
    expect(reviewedAt).to.deep.equal([0, 5, 15, 35, 75, 135, 195])
  })

  it('review new tokens behind two reviews of wrong ones, in turn with other networks [A4]', async () => {
    const pending: (() => void)[] = []
    let running = 0
    let most = 0
    const slow = tokensReviewedBy(async (token) => {
      asked.push(token)
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => pending.push(resolve))
      running--
      return answers.get(token)
    })
    const flood = Array.from({ length: 100 }, (_, n) => slow.authenticate(`bad-${n}`, 'flooded'))
    const valid = slow.authenticate('good', 'flooded')
    const other = slow.authenticate('bad-elsewhere', 'quiet')
    await tick(1)
    expect(asked).to.deep.equal(['bad-0', 'bad-1', 'bad-elsewhere'])
    for (const next of pending) {
      next()
      await tick(1)
    }
    expect(await valid).to.deep.include({ name: 'ada' })
    expect(new Set(await Promise.all([...flood, other]))).to.deep.equal(new Set([undefined]))
    expect(most, 'two of one network, one of the other').to.equal(3)
  })

  it('review formerly valid tokens at once, however many wrong ones of their network wait [A4]', async () => {
    const slow = tokensReviewedBy(async (token) => (token === 'good' ? user : new Promise(() => undefined)))
    await slow.authenticate('good', 'net')
    for (let n = 0; n < 258; n++) void slow.authenticate(`bad-${n}`, 'net').catch(() => undefined)
    const refused: unknown = await slow.authenticate('bad-again', 'net').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(TooManyRequestsError)
    now = 30_000
    expect(slow.authenticateCached('good')).to.equal('uncached')
    expect(await slow.authenticate('good', 'net')).to.deep.include({ name: 'ada' })
  })

  it('keep valid tokens whatever wrong ones are sent, and remember a limited number', async () => {
    await tokens.authenticate('good', 'net')
    for (let n = 0; n < 10_001; n++) await tokens.authenticate(`bad-${n}`, 'net')
    expect(tokens.authenticateCached('good')).to.deep.include({ name: 'ada' })
    expect(tokens.authenticateCached('bad-0')).to.equal('uncached')
    expect(tokens.authenticateCached('bad-10000')).to.equal(undefined)
  })
})
