import { expect } from 'chai'
import { ManualClock } from '../../../testing/manual-time.ts'
import { tick } from '../../../testing/tick.ts'
import { WritePace } from './write-pace.ts'

const { signal } = new AbortController()

describe('WritePace', () => {
  it('runs one write to a repository at a time, a second after the last one has ended', async () => {
    const time = new ManualClock()
    const pace = new WritePace(time)
    const started: string[] = []
    const first = Promise.withResolvers<void>()
    const one = pace.run('shop/web', 'ada', signal, async () => {
      started.push('one')
      await first.promise
    })
    const two = pace.run('Shop/Web', 'bob', signal, async () => void started.push('two'))
    const other = pace.run('shop/db', 'bob', signal, async () => void started.push('other'))
    await other
    expect(started).to.deep.equal(['one', 'other'])
    first.resolve()
    await one
    await tick(5)
    expect(started).to.deep.equal(['one', 'other'])
    time.turn(999)
    await tick(5)
    expect(started).to.deep.equal(['one', 'other'])
    time.turn(1)
    await two
    expect(started).to.deep.equal(['one', 'other', 'two'])
  })

  it('begins no write after the deadline', async () => {
    const time = new ManualClock()
    const pace = new WritePace(time)
    await pace.run('shop/web', 'ada', signal, async () => undefined)
    const late = new AbortController()
    let isStarted = false
    const attempt = pace.run('shop/web', 'ada', late.signal, async () => void (isStarted = true))
    await tick(5)
    late.abort(new Error('late'))
    expect(await attempt.catch((error: unknown) => error)).to.be.instanceOf(Error)
    expect(isStarted).to.equal(false)
  })

  it('goes on after a write that failed', async () => {
    const time = new ManualClock()
    const pace = new WritePace(time)
    const failed = pace.run('shop/web', 'ada', signal, async () => Promise.reject(new Error('no')))
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(Error)
    time.turn(1000)
    expect(await pace.run('shop/web', 'ada', signal, async () => 'done')).to.equal('done')
  })
})
