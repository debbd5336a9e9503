import { expect } from 'chai'
import { interleave } from './rounds.ts'

describe('bench rounds', () => {
  it('run every group in every round, and turn the order around', async () => {
    const order: string[] = []
    const group = (name: string) => async () => {
      order.push(name)
      return 1
    }
    const rounds = await interleave({ limit: group('l'), service: group('s') }, () => 1, { rounds: 3 })
    expect(order.join('')).to.equal('lssllsls'.slice(0, 4) + 'ls')
    expect(rounds).to.have.length(3)
  })

  it('make up for rounds in which the limit drifted', async () => {
    const limits = [100, 101, 40, 99, 100]
    let next = 0
    const rounds = await interleave({ limit: async () => limits[next++] ?? 100 }, ({ limit }) => limit, {
      rounds: 4,
    })
    expect(rounds.map(({ limit }) => limit)).to.deep.equal([100, 101, 99, 100])
  })

  it('give up when nothing is steady', async () => {
    let next = 1
    const rounds = await interleave({ limit: async () => (next *= 3) }, ({ limit }) => limit, { rounds: 3 })
    expect(next).to.equal(3 ** 6)
    expect(rounds.length).to.be.lessThan(3)
  })
})
