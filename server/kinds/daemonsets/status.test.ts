import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import type { DaemonSet } from './model.ts'
import { daemonSetSummary } from './projections.ts'
import { daemonSetStatus } from './status.ts'

type Counts = [desired: number, current: number, updated: number, available: number]

const onDelete = { type: 'OnDelete' }

function daemonSet(
  [desired, current, updated, available]: Counts,
  updateStrategy: object = { type: 'RollingUpdate' },
  observedGeneration = 3,
): DaemonSet {
  return {
    metadata: metadata({ generation: 3 }),
    spec: { updateStrategy },
    status: {
      observedGeneration,
      desiredNumberScheduled: desired,
      currentNumberScheduled: current,
      updatedNumberScheduled: updated,
      numberAvailable: available,
    },
  }
}

describe('daemonSetStatus', () => {
  const cases: [title: string, object: DaemonSet, want: string][] = [
    ['all Pods available', daemonSet([3, 3, 3, 3]), 'Available'],
    ['no node selected', daemonSet([0, 0, 0, 0]), 'Available'],
    ['newest generation not observed', daemonSet([3, 3, 3, 3], undefined, 2), 'Progressing'],
    ['Pods to be created', daemonSet([3, 2, 2, 2]), 'Progressing'],
    ['Pods to be replaced', daemonSet([3, 3, 1, 3]), 'Progressing'],
    ['a Pod not available', daemonSet([3, 3, 3, 2]), 'Degraded'],
    ['old Pods with OnDelete', daemonSet([3, 3, 0, 3], onDelete), 'Available'],
    ['an old Pod not available with OnDelete', daemonSet([3, 3, 0, 2], onDelete), 'Degraded'],
    ['no status at all', { metadata: metadata({ generation: 1 }) }, 'Progressing'],
  ]
  for (const [title, object, want] of cases)
    it(`has the status ${want}: ${title}`, () => expect(daemonSetStatus(object)).to.equal(want))
})

describe('the update strategy of a DaemonSet', () => {
  const strategyOf = (rollingUpdate: object | null) =>
    daemonSetSummary(daemonSet([5, 5, 5, 5], { type: 'RollingUpdate', rollingUpdate }), 0).updateStrategy

  it('has absolute numbers, percentages of the nodes rounded up', () => {
    expect(strategyOf({ maxSurge: '30%', maxUnavailable: 0 })).to.deep.equal({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 2, maxUnavailable: 0 },
    })
  })

  it('allows one Pod to be unavailable where neither number does', () => {
    for (const rollingUpdate of [null, {}, { maxSurge: 0, maxUnavailable: 0 }, { maxUnavailable: '0%' }])
      expect(strategyOf(rollingUpdate).rollingUpdate).to.deep.equal({ maxSurge: 0, maxUnavailable: 1 })
  })

  it('has no numbers with OnDelete', () => {
    expect(daemonSetSummary(daemonSet([1, 1, 1, 1], onDelete), 0).updateStrategy).to.deep.equal(onDelete)
  })
})
