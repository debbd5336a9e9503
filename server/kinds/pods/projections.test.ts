import { expect } from 'chai'
import { ownedPod as ownedPodSchema, podSummary as summarySchema } from './schema.ts'
import type { OwnedPod, PodSummary } from './schema.ts'
import type { Pod } from './model.ts'
import { pods } from './kind.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata } from '../../testing/metadata.ts'
import { expectReads } from '../../testing/expect-reads.ts'
import { ownedPod, podSummary } from './projections.ts'

const fitsSummary = matchesSchema<PodSummary>(summarySchema)
const fitsOwnedPod = matchesSchema<OwnedPod>(ownedPodSchema)

const full: Pod = {
  metadata: metadata({ name: 'web-1', labels: { app: 'web' } }),
  spec: {
    nodeName: 'node-1',
    initContainers: [{ name: 'migrate', image: 'migrate:1' }],
    containers: [
      { name: 'web', image: 'web:1' },
      { name: 'proxy', image: 'proxy:1' },
      { name: 'late', image: 'late:1' },
    ],
  },
  status: {
    phase: 'Running',
    podIP: '10.1.2.3',
    // In another order than in the spec, with the image name that the container runtime resolved, and without
    // one container that has not been reported yet.
    containerStatuses: [
      {
        name: 'proxy',
        image: 'registry.example/proxy:1',
        ready: false,
        restartCount: 4,
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
        lastState: { terminated: { exitCode: 1 } },
      },
      {
        name: 'web',
        image: 'registry.example/web:1',
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: '2026-11-20T11:25:05.25Z' } },
      },
    ],
  },
}

const shared = {
  name: 'web-1',
  namespace: 'shop',
  status: 'CrashLoopBackOff',
  phase: 'Running',
  nodeName: 'node-1',
  podIP: '10.1.2.3',
}
const containers = [
  { name: 'web', image: 'web:1', ready: true, restartCount: 0 },
  { name: 'proxy', image: 'proxy:1', ready: false, restartCount: 4 },
  { name: 'late', image: 'late:1', ready: false, restartCount: 0 },
]
const states = [
  { running: { startedAt: '2026-11-20T11:25:05Z' } },
  { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
  { waiting: {} },
]

describe('podSummary', () => {
  it('projects a summary without createdAt and container states', () => {
    expect(fitsSummary(podSummary(full))).to.deep.equal({ ...shared, containers })
  })
})

describe('ownedPod', () => {
  it('projects a Pod of a Deployment with createdAt and container states', () => {
    expect(fitsOwnedPod(ownedPod(full))).to.deep.equal({
      ...shared,
      containers: containers.map((one, index) => ({ ...one, state: states[index] })),
      createdAt: '2026-11-20T11:25:00Z',
    })
  })
})

describe('views of Pods with parts missing', () => {
  const objects: [what: string, object: Pod][] = [
    ['metadata alone', { metadata: metadata() }],
    ['no namespace', { metadata: { name: 'web', uid: 'u', creationTimestamp: '2026-11-20T11:25:00Z' } }],
    ['empty spec and status', { metadata: metadata(), spec: {}, status: {} }],
    ['empty texts', { metadata: metadata(), spec: { nodeName: '' }, status: { podIP: '' } }],
    [
      'nulls as Go writes them',
      {
        metadata: metadata({ labels: null }),
        spec: { containers: null, initContainers: null },
        status: { containerStatuses: null, initContainerStatuses: null, conditions: null },
      },
    ],
  ]
  for (const [what, object] of objects)
    it(what, () => {
      const summary = fitsSummary(podSummary(object))
      expect(summary).to.not.have.any.keys('nodeName', 'podIP')
      expect(summary.containers).to.deep.equal([])
      fitsOwnedPod(ownedPod(object))
    })

  it('statuses of containers the spec does not know, and containers without an image', () => {
    const spec = { containers: [{ name: 'a' }, { name: 'b' }] }
    const status = {
      containerStatuses: [
        { name: 'x', image: 'x:1' },
        { name: 'b', image: 'b:1' },
      ],
    }
    const shown = fitsSummary(podSummary({ metadata: metadata(), spec, status })).containers
    expect(shown.map(({ name, image }) => [name, image])).to.deep.equal([
      ['a', ''],
      ['b', 'b:1'],
    ])
  })
})

describe('projection of a list of Pods', () => {
  const ended = { terminated: { exitCode: 0, reason: 'Completed' } }
  const conditions = [
    { type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' },
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', status: 'True' },
  ]
  const status = { phase: 'Pending', conditions }

  it('reads what the projection declares, whatever the state of a Pod', () =>
    expectReads(pods.summary, [
      full,
      { metadata: metadata() },
      { ...full, metadata: metadata({ deletionTimestamp: '2026-11-27T12:00:00Z' }) },
      { ...full, status: { ...full.status, reason: 'NodeLost', conditions } },
      {
        ...full,
        spec: { initContainers: [{ name: 'sidecar', restartPolicy: 'Always' }, { name: 'migrate' }] },
        status: {
          ...status,
          initContainerStatuses: [
            { name: 'sidecar', started: true, state: { running: {} } },
            { name: 'migrate', state: { waiting: { reason: 'PodInitializing' } } },
          ],
        },
      },
      {
        ...full,
        status: {
          ...status,
          containerStatuses: [
            { name: 'web', state: ended },
            { name: 'proxy', ready: true, state: { running: {} } },
          ],
        },
      },
    ]))
})
