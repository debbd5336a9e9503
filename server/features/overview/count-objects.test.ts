import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import {
  countDeployments,
  countedPod,
  countPods,
  countReady,
  isDaemonSetReady,
  isStatefulSetReady,
} from './count-objects.ts'

const waiting = (reason: string) => ({ name: 'main', state: { waiting: { reason } } })

describe('counts of objects', () => {
  it('have a Pod that crashes in its phase too, and one of unknown phase in the total alone', () => {
    const pods = [
      { phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff')] },
      { phase: 'Pending', initContainerStatuses: [waiting('CrashLoopBackOff')] },
      { phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff')] },
      {
        phase: 'Pending',
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
      },
      { phase: 'Succeeded' },
      { phase: 'Failed' },
      { phase: 'Unknown' },
    ].map((status) => countedPod({ metadata: metadata(), status }))
    expect(countPods(pods)).to.deep.equal({
      counts: { total: 7, running: 1, pending: 3, succeeded: 1, failed: 1, crashLooping: 2 },
      withoutImage: 1,
      unschedulable: 1,
    })
  })

  it('have a paused Deployment in the total alone', () => {
    expect(countDeployments(['Available', 'Paused', 'Degraded', 'Progressing'])).to.deep.equal({
      total: 4,
      available: 1,
      progressing: 1,
      degraded: 1,
    })
  })

  it('call a workload ready if every desired Pod is', () => {
    const sets = [
      { spec: { replicas: 2 }, status: { readyReplicas: 2 } },
      { spec: { replicas: 2 }, status: { readyReplicas: 1 } },
      { spec: { replicas: 0 } },
      { status: {} },
    ].map((rest) => isStatefulSetReady({ metadata: metadata(), ...rest }))
    expect(sets).to.deep.equal([true, false, true, false])
    const daemons = [
      { desiredNumberScheduled: 3, numberReady: 3 },
      { desiredNumberScheduled: 3, numberReady: 2 },
      { desiredNumberScheduled: 0 },
    ].map((status) => isDaemonSetReady({ metadata: metadata(), status }))
    expect(countReady(daemons)).to.deep.equal({ total: 3, ready: 2, notReady: 1 })
  })
})
