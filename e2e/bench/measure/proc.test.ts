import { expect } from 'chai'
import { cpuSeconds, idle, memoryOf } from './proc.ts'

describe('what /proc says', () => {
  it('of this process', function () {
    if (process.platform !== 'linux') this.skip()
    expect(cpuSeconds(process.pid)).to.be.above(0)
    const { pss, peak } = memoryOf(process.pid)
    expect(pss).to.be.above(10).and.at.most(peak)
  })

  it('nobody is idle for ever, and the bench does not wait for ever', async function () {
    if (process.platform !== 'linux') this.skip()
    await idle([process.pid], 0)
  })
})
