import { expect } from 'chai'
import { SkippingTime } from './skipping-time.ts'

describe('time that is skipped', () => {
  let time: SkippingTime
  let ran: string[]
  const later = (milliseconds: number, name: string) => time.after(milliseconds, () => ran.push(name))

  beforeEach(() => {
    time = new SkippingTime()
    ran = []
  })

  it('runs what comes due in its order, and what was cancelled never', () => {
    later(20_000, 'second')
    later(10_000, 'first')
    later(15_000, 'cancelled')()
    later(31_000, 'later')
    const before = time.now()
    time.skip(30_000)
    expect(time.now() - before).to.be.within(30_000, 31_000)
    expect(ran).to.deep.equal(['first', 'second'])
    time.skip(1000)
    expect(ran).to.deep.equal(['first', 'second', 'later'])
  })

  it('passes by itself too', async () => {
    later(60_000, 'the rest')
    time.skip(59_999)
    await time.until('the rest', () => ran[0], 0)
    expect(ran).to.deep.equal(['the rest'])
  })

  it('skips time until a condition holds, or for as long as the test has', async () => {
    const before = time.now()
    expect(
      await time.until('a minute', () => (time.now() - before > 60_000 ? 'over' : undefined), 20_000),
    ).to.equal('over')
    const failed = await time
      .until('nothing', () => Promise.reject(new Error('no')), 1, 20)
      .catch((error: unknown) => String(error))
    expect(failed).to.equal('Error: waited 20 ms for nothing: no')
  })
})
