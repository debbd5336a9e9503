import { expect } from 'chai'
import { cpuTimeOf } from '../../testing/cpu-time.ts'
import { foldLines } from './log-templates.ts'

describe('foldLines', () => {
  it('folds lines that differ in times, addresses and numbers, and keeps the newest', () => {
    const lines = Array.from(
      { length: 50 },
      (_, at) =>
        `2026-11-20T11:25:${String(at).padStart(2, '0')}Z error: dial tcp 10.0.0.${at}:5432: connection refused (attempt ${at})`,
    )
    expect(foldLines(lines, 5)).to.deep.equal([
      { template: '* error: dial tcp *: connection refused (attempt *)', count: 50, newest: lines[49] },
    ])
  })

  it('puts failures before other lines, the newest first', () => {
    const lines = [
      'connection refused by db',
      'started in 5 s',
      'cannot open /etc/app.conf',
      'listening on port 80',
    ]
    expect(foldLines(lines, 3).map(({ newest }) => newest)).to.deep.equal([
      'cannot open /etc/app.conf',
      'connection refused by db',
      'listening on port 80',
    ])
  })

  it('keeps lines of the same length apart whose words differ', () => {
    expect(foldLines(['user ada has logged in', 'disk sda is almost full'], 5)).to.have.length(2)
  })

  it('masks credentials', () => {
    const [one] = foldLines(['login failed: password=hunter2 of db'], 1)
    expect(one?.newest).to.not.include('hunter2')
    expect(one?.template).to.not.include('hunter2')
  })

  it('bounds lines, templates and time for any log', () => {
    const words = Array.from(
      { length: 100_000 },
      (_, at) => `w${'x'.repeat(at % 40)} ${Math.sqrt(at).toString(36)} line`,
    )
    const long = ['y'.repeat(1_000_000), '"'.repeat(10_000), '2026-11-20 '.repeat(10_000), '']
    let found: ReturnType<typeof foldLines> = []
    const took = cpuTimeOf(() => {
      found = foldLines([...words, ...long], 1000)
    })
    expect(took).to.be.lessThan(5000)
    expect(found.length).to.be.at.most(200)
    for (const { newest } of found) expect(newest.length).to.be.at.most(500)
  })
})
