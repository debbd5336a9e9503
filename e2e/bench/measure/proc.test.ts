import { expect } from 'chai'
import { cpuSeconds, engineSeconds, idle, memoryOf } from './proc.ts'

describe('figures of /proc', () => {
  it('reads the figures of this process', function () {
    if (process.platform !== 'linux') this.skip()
    expect(cpuSeconds(process.pid)).to.be.above(0)
    const { pss, peak } = memoryOf(process.pid)
    expect(pss).to.be.above(10).and.at.most(peak)
  })

  it('reads the threads that V8 has', function () {
    if (process.platform !== 'linux') this.skip()
    const before = engineSeconds(process.pid)
    expect(before)
      .to.be.above(0)
      .and.below(cpuSeconds(process.pid) + 0.02)
    expect(engineSeconds(process.pid)).to.be.at.least(before)
  })

  it('nobody is idle for ever, and the bench does not wait for ever', async function () {
    if (process.platform !== 'linux') this.skip()
    await idle([process.pid], 0)
  })
})
