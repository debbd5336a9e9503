import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import type { Job } from './model.ts'
import { jobDuration, jobStatus } from './status.ts'

const START = '2026-11-27T09:00:00Z'
const END = '2026-11-27T09:02:05Z'

function job(status: Job['status'], ...conditions: readonly string[]): Job {
  return {
    metadata: metadata(),
    status: {
      ...status,
      conditions: conditions.map((text) => {
        const [type = '', value = 'True'] = text.split('=')
        return { type, status: value, lastTransitionTime: END }
      }),
    },
  }
}

describe('jobStatus', () => {
  const started = { startTime: START }
  const cases: [title: string, object: Job, want: string][] = [
    ['not started', job({}), 'Pending'],
    ['no status', { metadata: metadata() }, 'Pending'],
    ['started', job({ ...started, active: 1 }), 'Running'],
    ['between two tries', job({ ...started, failed: 1 }), 'Running'],
    ['about to fail', job(started, 'FailureTarget'), 'Running'],
    ['about to be complete', job(started, 'SuccessCriteriaMet'), 'Running'],
    ['complete', job(started, 'SuccessCriteriaMet', 'Complete'), 'Complete'],
    ['failed', job(started, 'FailureTarget', 'Failed'), 'Failed'],
    ['suspended before its start', job({}, 'Suspended'), 'Suspended'],
    ['suspended while it ran', job(started, 'Suspended'), 'Suspended'],
    ['resumed', job(started, 'Suspended=False'), 'Running'],
  ]
  for (const [title, object, want] of cases)
    it(`has the status ${want}: ${title}`, () => expect(jobStatus(object)).to.equal(want))
})

describe('jobDuration', () => {
  it('lasts until the completion', () => {
    expect(jobDuration(job({ startTime: START, completionTime: END }, 'Complete'))).to.equal(125)
  })

  it('lasts until the failure, since a failed Job has no completion time', () => {
    expect(jobDuration(job({ startTime: START }, 'Failed'))).to.equal(125)
  })

  it('returns undefined for a Job that has not ended, or not started', () => {
    for (const object of [
      job({ startTime: START }),
      job({}, 'Failed'),
      job({ startTime: START }, 'Suspended'),
    ])
      expect(jobDuration(object)).to.equal(undefined)
  })
})
