import { expect } from 'chai'
import type { Condition } from '../../cluster/objects.ts'
import type { Pod } from './model.ts'
import type { ContainerStatus } from './model.ts'
import { metadata } from '../../testing/metadata.ts'
import { podPhase, podStatus } from './status.ts'

type Status = NonNullable<Pod['status']>
let made = 0
const status = (fields: Partial<ContainerStatus>): ContainerStatus => ({ name: `c${made++}`, ...fields })
const running = (ready = true) => status({ ready, state: { running: { startedAt: null } } })
const waiting = (reason?: string) => status({ state: { waiting: reason === undefined ? {} : { reason } } })
const ended = (exitCode: number, reason?: string, signal?: number) =>
  status({
    state: {
      terminated: {
        exitCode,
        ...(reason === undefined ? {} : { reason }),
        ...(signal === undefined ? {} : { signal }),
      },
    },
  })
const named = (name: string, one: ContainerStatus): ContainerStatus => ({ ...one, name })
const is = (type: string, status: string): Condition => ({ type, status })
const deleted = { deletionTimestamp: '2026-11-27T12:00:00Z' }
const inits = { initContainers: [{ name: 'i0' }, { name: 'i1' }] }
const sidecars = { initContainers: [{ name: 's0', restartPolicy: 'Always' }, { name: 'i1' }] }

describe('podStatus', () => {
  const cases: [want: string, what: string, status: Status, spec?: Pod['spec'], meta?: typeof deleted][] = [
    ['Pending', 'phase alone', { phase: 'Pending' }],
    ['Unknown', 'a phase of old', { phase: 'Unknown' }],
    ['Running', 'phase, nulls', { phase: 'Running', containerStatuses: null, conditions: null }],
    ['Running', 'one runs', { phase: 'Running', containerStatuses: [running()] }],
    ['Running', 'runs, not ready', { phase: 'Running', containerStatuses: [running(false)] }],
    ['Evicted', "the Pod's reason", { phase: 'Failed', reason: 'Evicted' }],
    ['UnexpectedAdmissionError', "the Pod's reason", { phase: 'Failed', reason: 'UnexpectedAdmissionError' }],
    ['Pending', 'an empty reason', { phase: 'Pending', reason: '' }],
    [
      'SchedulingGated',
      'gated',
      { phase: 'Pending', conditions: [{ ...is('PodScheduled', 'False'), reason: 'SchedulingGated' }] },
    ],
    [
      'Pending',
      'not schedulable',
      { phase: 'Pending', conditions: [{ ...is('PodScheduled', 'False'), reason: 'Unschedulable' }] },
    ],
    ['ContainerCreating', 'waiting', { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] }],
    ['CrashLoopBackOff', 'waiting', { phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff')] }],
    ['ImagePullBackOff', 'the first says', { containerStatuses: [waiting('ImagePullBackOff'), ended(1)] }],
    [
      'Error',
      'the one that says',
      { containerStatuses: [running(), ended(1, 'Error'), ended(0, 'Completed')] },
    ],
    ['Pending', 'waiting without a reason', { phase: 'Pending', containerStatuses: [waiting()] }],
    ['OOMKilled', 'ended', { phase: 'Running', containerStatuses: [ended(137, 'OOMKilled')] }],
    ['Completed', 'ended', { phase: 'Succeeded', containerStatuses: [ended(0, 'Completed')] }],
    ['Signal:9', 'ended by a signal', { phase: 'Running', containerStatuses: [ended(137, '', 9)] }],
    ['ExitCode:3', 'ended', { phase: 'Running', containerStatuses: [ended(3)] }],
    ['ExitCode:0', 'ended', { phase: 'Running', containerStatuses: [ended(0)] }],
    [
      'Running',
      'one completed, one runs, ready',
      { containerStatuses: [ended(0, 'Completed'), running()], conditions: [is('Ready', 'True')] },
    ],
    [
      'NotReady',
      'one completed, one runs, Pod not ready',
      { containerStatuses: [ended(0, 'Completed'), running()], conditions: [is('Ready', 'False')] },
    ],
    ['Completed', 'one runs unready', { containerStatuses: [ended(0, 'Completed'), running(false)] }],
    [
      'Error',
      'the first counts',
      { containerStatuses: [ended(1, 'Error'), ended(0, 'Completed'), running()] },
    ],
    [
      'Init:0/2',
      'first init runs',
      { phase: 'Pending', initContainerStatuses: [running(), waiting()] },
      inits,
    ],
    [
      'Init:0/2',
      'PodInitializing says nothing',
      {
        phase: 'Pending',
        initContainerStatuses: [waiting('PodInitializing'), waiting('PodInitializing')],
        containerStatuses: [waiting('PodInitializing')],
      },
      inits,
    ],
    ['Init:1/2', 'second init', { initContainerStatuses: [ended(0, 'Completed'), running()] }, inits],
    ['Init:CrashLoopBackOff', 'init', { initContainerStatuses: [waiting('CrashLoopBackOff')] }, inits],
    ['Init:Error', 'init', { initContainerStatuses: [ended(1, 'Error')] }, inits],
    ['Init:ExitCode:2', 'init', { initContainerStatuses: [ended(2)] }, inits],
    ['Init:Signal:15', 'init', { initContainerStatuses: [ended(143, '', 15)] }, inits],
    [
      'PodInitializing',
      'inits done',
      {
        phase: 'Pending',
        initContainerStatuses: [ended(0, 'Completed'), ended(0)],
        containerStatuses: [waiting('PodInitializing')],
      },
      inits,
    ],
    [
      'Init:1/2',
      'sidecar started',
      { initContainerStatuses: [named('s0', { ...running(), started: true }), running()] },
      sidecars,
    ],
    [
      'Init:0/2',
      'sidecar not started',
      { initContainerStatuses: [named('s0', { ...running(), started: false }), running()] },
      sidecars,
    ],
    ['Init:Error', 'sidecar failed', { initContainerStatuses: [named('s0', ended(1, 'Error'))] }, sidecars],
    [
      'Running',
      'a sidecar that restarts late does not hide what runs',
      {
        phase: 'Running',
        conditions: [is('Initialized', 'True'), is('Ready', 'True')],
        initContainerStatuses: [named('s0', waiting('CrashLoopBackOff')), ended(0)],
        containerStatuses: [ended(0, 'Completed'), running()],
      },
      sidecars,
    ],
    [
      'Init:CrashLoopBackOff',
      'initialized, and containers say nothing',
      {
        phase: 'Running',
        conditions: [is('Initialized', 'True')],
        initContainerStatuses: [named('s0', waiting('CrashLoopBackOff'))],
        containerStatuses: [running()],
      },
      sidecars,
    ],
    ['Init:0/0', 'a status without a spec', { initContainerStatuses: [running()] }],
    ['Terminating', 'deleted', { phase: 'Running', containerStatuses: [running()] }, {}, deleted],
    ['Terminating', 'deleted in init', { initContainerStatuses: [running()] }, inits, deleted],
    [
      'Completed',
      'deleted, ended',
      { phase: 'Succeeded', containerStatuses: [ended(0, 'Completed')] },
      {},
      deleted,
    ],
    ['Evicted', 'deleted, failed', { phase: 'Failed', reason: 'Evicted' }, {}, deleted],
    ['Unknown', 'deleted, node lost', { phase: 'Running', reason: 'NodeLost' }, {}, deleted],
    ['NodeLost', 'node lost, not deleted', { phase: 'Running', reason: 'NodeLost' }],
  ]
  for (const [want, what, status, spec, meta] of cases)
    it(`returns ${want}: ${what}`, () => {
      expect(podStatus({ metadata: metadata(meta), ...(spec && { spec }), status })).to.equal(want)
    })

  it('returns Pending for a Pod without a status', () => {
    expect(podStatus({ metadata: metadata() })).to.equal('Pending')
    expect(podStatus({ metadata: metadata(deleted) })).to.equal('Terminating')
  })

  it('survives container statuses without a state', () => {
    const status = { phase: 'Running', containerStatuses: [{ name: 'a' }, { name: 'b', state: null }] }
    expect(podStatus({ metadata: metadata(), status })).to.equal('Running')
  })
})

describe('podPhase', () => {
  for (const phase of ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'])
    it(phase, () => expect(podPhase({ metadata: metadata(), status: { phase } })).to.equal(phase))
  it('returns Pending without a phase', () => expect(podPhase({ metadata: metadata() })).to.equal('Pending'))
})
