import { expect } from 'chai'
import {
  formatAge,
  formatCell,
  formatConfidence,
  formatHeading,
  isTimestamp,
  toneOf,
} from './format-value.ts'

describe('values in the console', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')

  it('cuts an age after its first unit, as kubectl does', () => {
    const ages = [119, 120, 7200, 9000, 10_799, 10_800, 172_799, 172_800, 63_071_999, 63_072_000].map(
      (seconds) => formatAge(new Date(now - seconds * 1000).toISOString(), now),
    )
    expect(ages).to.deep.equal(['119s', '2m', '120m', '150m', '179m', '3h', '47h', '2d', '729d', '2y'])
  })

  it('shows no negative age where clocks differ, and none for a text that is no time', () => {
    expect([formatAge('2026-01-02T00:00:05Z', now), formatAge('soon', now)]).to.deep.equal(['0s', ''])
    expect([isTimestamp('2026-01-02T00:00:05Z'), isTimestamp('2026-01-02')]).to.deep.equal([true, false])
  })

  it('rounds a confidence to a whole percentage', () => {
    expect(formatConfidence(0.966)).to.equal('97%')
  })

  it('shows objects and lists as short text', () => {
    expect(formatCell({ ready: 1, desired: 2, available: 1 })).to.equal('1/2')
    expect(formatCell({ kind: 'Pod', namespace: 'shop', name: 'web-1', uid: 'x' })).to.equal('Pod shop/web-1')
    expect(formatCell({ kind: 'Node', name: 'one' })).to.equal('Node one')
    expect(formatCell({ total: 3, bound: null })).to.equal('total 3, bound ')
    expect(formatCell([{ name: 'app', image: 'x' }, { type: 'Ready' }, 'b', 4])).to.equal('app, Ready, b, 4')
    expect([formatCell(undefined), formatCell(null), formatCell(false)]).to.deep.equal(['', '', 'false'])
  })

  it('shows containers as the columns READY and RESTARTS of kubectl', () => {
    const container = { name: 'app', image: 'x', ready: true, restartCount: 0 }
    expect(formatCell([container, { ...container, ready: false }])).to.equal('1/2')
    expect(formatCell([{ ...container, restartCount: 1 }])).to.equal('1/1, 1 restart')
    expect(formatCell([container, { ...container, restartCount: 12 }])).to.equal('2/2, 12 restarts')
  })

  it('cuts the text of a cell at 200 characters', () => {
    expect(formatCell('x'.repeat(10_000))).to.have.length(201)
  })

  it('names fields in words', () => {
    const names = ['nodeName', 'podIP', 'createdAt', 'status'].map(formatHeading)
    expect(names).to.deep.equal(['Node name', 'Pod IP', 'Age', 'Status'])
  })

  it('gives states a tone', () => {
    const tones = ['Running', 'CrashLoopBackOff', 'Init:0/2', 'OOMKilled', 'ClusterIP'].map(toneOf)
    expect(tones).to.deep.equal(['good', 'bad', 'warn', 'bad', 'plain'])
  })
})
