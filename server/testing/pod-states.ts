/** A container of a Pod, and its status without its name. */
interface TestContainer {
  readonly name?: string
  readonly spec?: object
  readonly status: object
}

interface TestPod {
  readonly metadata?: object
  readonly spec?: object
  readonly phase?: string
  readonly conditions?: readonly object[]
  readonly containers?: readonly TestContainer[]
  readonly initContainers?: readonly TestContainer[]
}

const listOf = (all: readonly TestContainer[]) => ({
  specs: all.map(({ name = 'app', spec }) => ({ name, image: 'web:2', ...spec })),
  statuses: all.map(({ name = 'app', status }) => ({ name, ...status })),
})

/** Returns the fields of a Pod on node `worker` with the status of its containers. */
export function podFields({
  metadata = {},
  spec = {},
  phase = 'Running',
  conditions = [],
  containers = [],
  initContainers = [],
}: TestPod) {
  const [main, init] = [listOf(containers), listOf(initContainers)]
  return {
    metadata,
    spec: {
      nodeName: 'worker',
      restartPolicy: 'Always',
      containers: main.specs,
      initContainers: init.specs,
      ...spec,
    },
    status: {
      phase,
      conditions,
      containerStatuses: main.statuses,
      initContainerStatuses: init.statuses,
    },
  }
}

/** The status of a container that waits. */
export const waiting = (reason: string, message?: string) => ({
  ready: false,
  restartCount: 0,
  state: { waiting: { reason, message } },
})

/** The status of a container that runs. */
export const running = (fields: object = {}) => ({
  ready: true,
  started: true,
  restartCount: 0,
  state: { running: { startedAt: '2026-11-27T11:00:05Z' } },
  ...fields,
})

/** The end of a run that took two seconds and ended a minute before `now` of the tests. */
export const ended = (fields: object = {}) => ({
  terminated: {
    exitCode: 7,
    reason: 'Error',
    startedAt: '2026-11-27T11:58:58Z',
    finishedAt: '2026-11-27T11:59:00Z',
    ...fields,
  },
})

/** The status of a container that waits for its next run. */
export const backingOff = (end: object = {}, restartCount = 5) => ({
  ready: false,
  restartCount,
  state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 2m40s restarting failed container' } },
  lastState: ended(end),
})

/** The fields of an Event about container `app` of Pod `web-1`. */
export const podEvent = (reason: string, message: string, fields: object = {}) => ({
  involvedObject: {
    kind: 'Pod',
    name: 'web-1',
    namespace: 'shop',
    uid: 'uid-web-1',
    fieldPath: 'spec.containers{app}',
  },
  type: reason === 'Killing' ? 'Normal' : 'Warning',
  reason,
  message,
  firstTimestamp: '2026-11-27T11:30:00Z',
  lastTimestamp: '2026-11-27T11:59:30Z',
  ...fields,
})

/** A Pod that the scheduler finds no node for. */
export const unscheduled = (message: string, spec: object = {}) => ({
  ...podFields({
    phase: 'Pending',
    spec: { nodeName: undefined, ...spec },
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message,
        lastTransitionTime: '2026-11-27T11:00:00Z',
      },
    ],
  }),
})

/** A node whose Ready condition has this status. */
export const nodeFields = (ready: string, { metadata, spec, allocatable }: Record<string, object> = {}) => ({
  metadata: metadata ?? {},
  spec: spec ?? {},
  status: {
    allocatable,
    conditions: [
      { type: 'Ready', status: ready, reason: 'KubeletStatus', lastTransitionTime: '2026-11-27T11:20:00Z' },
    ],
  },
})

/** Names of the rules of findings. */
export const rulesOf = (findings: readonly { readonly rule: string }[]) => findings.map(({ rule }) => rule)
