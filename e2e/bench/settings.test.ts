import { expect } from 'chai'
import { readSettings } from './settings.ts'

const now = new Date(0)

describe('settings of a bench', () => {
  it('measures everything on both clusters, or a little on the demo cluster', () => {
    const full = readSettings({}, false, now)
    expect([full.rounds, full.seconds, [...full.on], full.keep, full.alone]).to.deep.equal([
      7,
      5,
      ['kind', 'demo'],
      false,
      false,
    ])
    const brief = readSettings({}, true, now)
    expect([brief.rounds, brief.seconds, [...brief.on]]).to.deep.equal([3, 1, ['demo']])
  })

  it('come from the environment, and numbers are numbers', () => {
    const { on, only, keep, alone, rounds, before } = readSettings(
      {
        BENCH_ON: 'demo',
        BENCH_ONLY: 'P1,P2',
        BENCH_KEEP: '1',
        BENCH_ALONE: '1',
        BENCH_ROUNDS: '9',
        BENCH_BEFORE: '/earlier,/first',
      },
      false,
      now,
    )
    expect([[...on], [...only], keep, alone, rounds, before]).to.deep.equal([
      ['demo'],
      ['P1', 'P2'],
      true,
      true,
      9,
      ['/earlier', '/first'],
    ])
    expect(() => readSettings({ BENCH_SECONDS: 'five' }, false, now)).to.throw('BENCH_SECONDS must be')
  })
})
