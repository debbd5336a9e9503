import { expect } from 'chai'
import { systemClock } from './clock.ts'

describe('the system clock', () => {
  it('does not run a timer at once whose delay is longer than Node supports', async () => {
    let ran = false
    const cancel = systemClock.after(2 ** 40, () => (ran = true))
    await new Promise<void>((resolve) => systemClock.after(10, resolve))
    cancel()
    expect(ran).to.equal(false)
  })
})
