import { expect } from 'chai'
import { observeState } from './observed-state.ts'

const NOW = Date.UTC(2026, 10, 20, 11, 25)
const created = (secondsAgo: number) => ({
  metadata: {
    name: 'web',
    uid: '1',
    resourceVersion: '1',
    creationTimestamp: new Date(NOW - secondsAgo * 1000).toISOString(),
  },
})

describe('observeState', () => {
  it('takes statuses that say so, and kinds without a status, for healthy', () => {
    for (const summary of [{ status: 'Running' }, { status: 'Bound' }, {}, { status: { phase: 'Failed' } }])
      expect(observeState(summary, created(3600), NOW).isHealthy, JSON.stringify(summary)).to.equal(true)
  })

  it('takes every other status for a fault once the object is a minute old', () => {
    const pending = { status: 'Pending' }
    expect(observeState(pending, created(59), NOW)).to.deep.equal({ status: 'Pending', isHealthy: true })
    expect(observeState(pending, created(61), NOW)).to.deep.equal({ status: 'Pending', isHealthy: false })
  })
})
