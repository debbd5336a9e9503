import { expect } from 'chai'
import type { Condition } from '../../cluster/objects.ts'
import type { Deployment } from './model.ts'
import { metadata } from '../../testing/metadata.ts'
import { deploymentStatus } from './status.ts'

type Counts = [desired: number, replicas: number, updated: number, available: number]
const progressing = (status: string, reason: string): Condition => ({ type: 'Progressing', status, reason })
const complete = progressing('True', 'NewReplicaSetAvailable')
const under = progressing('True', 'ReplicaSetUpdated')
const late = progressing('False', 'ProgressDeadlineExceeded')
const failing: Condition = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }
const pausedCondition = progressing('Unknown', 'DeploymentPaused')

function deployment(
  [desired, replicas, updated, available]: Counts,
  conditions: readonly Condition[] | null = [],
  fields: { paused?: boolean; observed?: number } = {},
): Deployment {
  return {
    metadata: metadata({ generation: 3 }),
    spec: { replicas: desired, paused: fields.paused === true },
    status: {
      observedGeneration: fields.observed ?? 3,
      replicas,
      updatedReplicas: updated,
      availableReplicas: available,
      conditions,
    },
  }
}

describe('deploymentStatus', () => {
  const cases: [what: string, object: Deployment, want: string][] = [
    ['all there', deployment([3, 3, 3, 3], [complete]), 'Available'],
    ['none wanted', deployment([0, 0, 0, 0], [complete]), 'Available'],
    ['no conditions yet, all there', deployment([3, 3, 3, 3], null), 'Available'],
    ['scaling down', deployment([1, 3, 3, 3], [complete]), 'Available'],
    ['newest generation not observed', deployment([3, 3, 3, 3], [complete], { observed: 2 }), 'Progressing'],
    ['not observed, though late before', deployment([3, 3, 1, 2], [late], { observed: 2 }), 'Progressing'],
    ['not observed and paused', deployment([3, 3, 0, 3], [], { observed: 2, paused: true }), 'Progressing'],
    ['deadline exceeded', deployment([3, 4, 1, 3], [late]), 'Degraded'],
    ['no Pod can be made', deployment([3, 0, 0, 0], [under, failing]), 'Degraded'],
    ['no Pod can be made, while paused', deployment([3, 0, 0, 0], [failing], { paused: true }), 'Degraded'],
    ['a failure that is over', deployment([3, 3, 3, 3], [{ ...failing, status: 'False' }]), 'Available'],
    ['paused in a roll-out', deployment([3, 3, 0, 3], [pausedCondition], { paused: true }), 'Paused'],
    ['paused with old ones left', deployment([3, 4, 3, 3], [pausedCondition], { paused: true }), 'Paused'],
    ['paused, new ones not there', deployment([3, 3, 3, 2], [pausedCondition], { paused: true }), 'Paused'],
    ['paused, nothing pending', deployment([3, 3, 3, 3], [pausedCondition], { paused: true }), 'Available'],
    ['paused, complete, one lost', deployment([3, 3, 3, 2], [complete], { paused: true }), 'Degraded'],
    ['too few updated', deployment([3, 4, 1, 3], [under]), 'Progressing'],
    ['old ones left', deployment([3, 4, 3, 3], [under]), 'Progressing'],
    ['old ones left, once complete', deployment([3, 4, 3, 3], [complete]), 'Progressing'],
    ['updated ones not available', deployment([3, 3, 3, 1], [under]), 'Progressing'],
    ['not available and no condition', deployment([3, 3, 3, 1], []), 'Progressing'],
    ['complete, then Pods lost', deployment([3, 3, 3, 1], [complete]), 'Degraded'],
    ['complete, then all lost', deployment([3, 3, 3, 0], [complete]), 'Degraded'],
    ['no status at all', { metadata: metadata({ generation: 1 }), spec: { replicas: 1 } }, 'Progressing'],
    ['nothing at all', { metadata: metadata() }, 'Progressing'],
    [
      'replicas null means one',
      { metadata: metadata(), spec: { replicas: null }, status: {} },
      'Progressing',
    ],
  ]
  for (const [what, object, want] of cases)
    it(`returns ${want}: ${what}`, () => expect(deploymentStatus(object)).to.equal(want))
})
