import { expect } from 'chai'
import { ClusterFailure } from '../errors.ts'
import type { Subject } from '../kube/token-review.ts'
import type { Time } from '../kube/time.ts'
import { Tokens } from './tokens.ts'

describe('bearer tokens', () => {
  const user: Subject = { name: 'ada', uid: 'u-1', groups: ['ops'], extra: { scope: ['x'] } }
  let now: number
  let asked: string[]
  let answers: Map<string, Subject>
  let tokens: Tokens

  beforeEach(() => {
    now = 0
    asked = []
    answers = new Map([['good', user]])
    const time: Time = { now: () => now, after: () => () => undefined, random: () => 0 }
    tokens = new Tokens(async (token) => {
      asked.push(token)
      if (token === 'away') throw new ClusterFailure('the cluster could not say', 'away')
      return answers.get(token)
    }, time)
  })

  it('are reviewed once in 30 s where the cluster knows them, and once in 5 s where it does not', async () => {
    expect(await tokens.callerOf('good')).to.deep.equal({ ...user, via: 'token' })
    expect(await tokens.callerOf('bad')).to.equal(undefined)
    now = 4999
    expect(tokens.known('good')).to.deep.include({ name: 'ada' })
    expect(tokens.known('bad')).to.equal(undefined)
    await Promise.all([tokens.callerOf('good'), tokens.callerOf('bad')])
    expect(asked).to.deep.equal(['good', 'bad'])
    now = 5000
    answers.set('bad', user)
    expect(await tokens.callerOf('bad')).to.deep.include({ name: 'ada' })
    now = 29_999
    await tokens.callerOf('good')
    expect(asked).to.deep.equal(['good', 'bad', 'bad'])
    now = 30_000
    answers.delete('good')
    expect(await tokens.callerOf('good')).to.equal(undefined)
  })

  it('are reviewed once for all who ask meanwhile', async () => {
    await Promise.all(Array.from({ length: 50 }, async () => tokens.callerOf('good')))
    expect(asked).to.deep.equal(['good'])
  })

  it('are known by the connection that shows them, and no longer than they are good', async () => {
    const [connection, other] = [{}, {}]
    const known = (authorization: string, on: object = connection) => tokens.knownOn(on, authorization)?.name
    expect(known('Bearer good')).to.equal(undefined)
    await tokens.callerOf('good')
    answers.set('also', { ...user, name: 'bea' })
    await tokens.callerOf('also')
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
    await tokens.reviewed('also')
    expect(known('Bearer also'), 'once the cluster says so').to.equal(undefined)
    expect(known('Bearer good')).to.equal('ada')
    now = 30_000
    expect(known('Bearer good')).to.equal(undefined)
    await tokens.callerOf('good')
    expect(known('Bearer good')).to.equal('ada')
  })

  it('are nobody’s for those who stay once the cluster says so, whatever is remembered', async () => {
    await tokens.callerOf('good')
    answers.delete('good')
    expect(await tokens.reviewed('good')).to.equal(undefined)
    expect(tokens.known('good')).to.equal(undefined)
  })

  it('are not forgotten nor refused where the cluster cannot say', async () => {
    const failed = await tokens.callerOf('away').catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(ClusterFailure)
    expect(tokens.known('away')).to.equal('unasked')
  })
})
