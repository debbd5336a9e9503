import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import type { StatefulSet } from './model.ts'
import { statefulSetStatus } from './status.ts'

type Counts = [desired: number, replicas: number, updated: number, ready: number]

const onDelete = { type: 'OnDelete' }
const partition = (number: number) => ({ type: 'RollingUpdate', rollingUpdate: { partition: number } })

function statefulSet(
  [desired, replicas, updated, ready]: Counts,
  fields: { strategy?: object; observed?: number; isComplete?: boolean } = {},
): StatefulSet {
  return {
    metadata: metadata({ generation: 3 }),
    spec: { replicas: desired, updateStrategy: fields.strategy ?? { type: 'RollingUpdate' } },
    status: {
      observedGeneration: fields.observed ?? 3,
      replicas,
      updatedReplicas: updated,
      readyReplicas: ready,
      currentRevision: fields.isComplete === false ? 'db-1' : 'db-2',
      updateRevision: 'db-2',
    },
  }
}

describe('statefulSetStatus', () => {
  const rolling = { isComplete: false }
  const cases: [title: string, object: StatefulSet, want: string][] = [
    ['all Pods ready', statefulSet([3, 3, 3, 3]), 'Available'],
    ['no Pods wanted', statefulSet([0, 0, 0, 0]), 'Available'],
    ['scaling down', statefulSet([1, 3, 3, 3]), 'Available'],
    ['newest generation not observed', statefulSet([3, 3, 3, 3], { observed: 2 }), 'Progressing'],
    ['Pods to be created', statefulSet([3, 2, 2, 2]), 'Progressing'],
    ['Pods to be replaced', statefulSet([3, 3, 1, 3], rolling), 'Progressing'],
    ['the last replaced Pod not ready', statefulSet([3, 3, 3, 2], rolling), 'Progressing'],
    ['a Pod lost its readiness', statefulSet([3, 3, 3, 2]), 'Degraded'],
    ['old Pods with OnDelete', statefulSet([3, 3, 0, 3], { strategy: onDelete, ...rolling }), 'Available'],
    [
      'an old Pod not ready with OnDelete',
      statefulSet([3, 3, 0, 2], { strategy: onDelete, ...rolling }),
      'Degraded',
    ],
    ['Pods to be created with OnDelete', statefulSet([3, 1, 1, 1], { strategy: onDelete }), 'Progressing'],
    [
      'old Pods below the partition',
      statefulSet([3, 3, 1, 3], { strategy: partition(2), ...rolling }),
      'Available',
    ],
    [
      'old Pods above the partition',
      statefulSet([3, 3, 0, 3], { strategy: partition(2), ...rolling }),
      'Progressing',
    ],
    [
      'a partition above all Pods',
      statefulSet([3, 3, 0, 3], { strategy: partition(5), ...rolling }),
      'Available',
    ],
    [
      'a Pod not ready, updated up to the partition',
      statefulSet([3, 3, 1, 2], { strategy: partition(2), ...rolling }),
      'Degraded',
    ],
    ['no status at all', { metadata: metadata({ generation: 1 }), spec: { replicas: 1 } }, 'Progressing'],
    ['nothing at all', { metadata: metadata() }, 'Progressing'],
  ]
  for (const [title, object, want] of cases)
    it(`has the status ${want}: ${title}`, () => expect(statefulSetStatus(object)).to.equal(want))
})
