import { expect } from 'chai'
import { countMinutes } from './count-minutes.ts'

describe('warnings by minute', () => {
  it('counts each in its minute, and none that is older than the hour', () => {
    const now = Date.parse('2026-01-01T12:00:00Z')
    const counts = countMinutes(
      [
        '2026-01-01T12:00:03Z',
        '2026-01-01T11:59:30Z',
        '2026-01-01T11:00:30Z',
        '2026-01-01T10:59:00Z',
        'never',
      ],
      now,
    )
    expect([counts.length, counts[59], counts[0], counts.reduce((sum, one) => sum + one)]).to.deep.equal([
      60, 2, 1, 3,
    ])
  })
})
