import { expect } from 'chai'
import type { PodDetail } from './detail-schema.ts'
import { podDetail as schema } from './detail-schema.ts'
import type { Pod } from './model.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { podDetail } from './detail.ts'

const fitsDetail = matchesSchema<PodDetail>(schema)

const full: Pod = {
  metadata: metadata({
    name: 'web-1',
    labels: { app: 'web' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'r', controller: true }],
    deletionTimestamp: '2026-11-27T12:00:30Z',
  }),
  spec: {
    nodeName: 'node-1',
    containers: [{ name: 'web', image: 'web:1', env: [{ name: 'TOKEN', value: 'hidden' }] }],
    initContainers: [{ name: 'migrate', image: 'migrate:1', envFrom: [{ secretRef: { name: 'login' } }] }],
    ephemeralContainers: [{ name: 'debug', image: 'debug:1', env: [{ name: 'X', value: 'hidden' }] }],
    volumes: [{ name: 'settings', configMap: { name: 'settings' } }],
    serviceAccountName: 'default',
    restartPolicy: 'Always',
    priority: 0,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [
      {
        key: 'node.kubernetes.io/not-ready',
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      },
      { operator: 'Exists' },
    ],
  },
  status: {
    phase: 'Running',
    reason: 'NodeLost',
    message: 'Node node-1 is gone',
    podIP: '10.1.2.3',
    podIPs: [{ ip: '10.1.2.3' }, { ip: 'fd00::3' }],
    hostIP: '10.0.0.1',
    qosClass: 'BestEffort',
    startTime: '2026-11-20T11:25:01Z',
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'R',
        message: 'm',
        lastProbeTime: null,
        lastTransitionTime: '2026-11-20T11:25:02Z',
      },
    ],
    containerStatuses: [{ name: 'web', ready: true, restartCount: 1, state: { running: {} } }],
    initContainerStatuses: [{ name: 'migrate', ready: true, state: { terminated: { exitCode: 0 } } }],
    ephemeralContainerStatuses: [{ name: 'debug', state: { running: {} } }],
  },
}

describe('podDetail', () => {
  it('has every field of the API', () => {
    const shown = fitsDetail(podDetail(full, now))
    const { containers, initContainers, ephemeralContainers, ...rest } = shown
    expect(rest).to.deep.equal({
      name: 'web-1',
      namespace: 'shop',
      uid: metadata().uid,
      status: 'Unknown',
      phase: 'Running',
      nodeName: 'node-1',
      podIP: '10.1.2.3',
      createdAt: '2026-11-20T11:25:00Z',
      age: '7d',
      labels: { app: 'web' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
      reason: 'NodeLost',
      message: 'Node node-1 is gone',
      hostIP: '10.0.0.1',
      podIPs: ['10.1.2.3', 'fd00::3'],
      serviceAccount: 'default',
      qosClass: 'BestEffort',
      priority: 0,
      restartPolicy: 'Always',
      startTime: '2026-11-20T11:25:01Z',
      deletionTimestamp: '2026-11-27T12:00:30Z',
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'R',
          message: 'm',
          lastTransitionTime: '2026-11-20T11:25:02Z',
        },
      ],
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'r', controller: true },
      ],
      volumes: [{ name: 'settings', source: { kind: 'configMap', name: 'settings' } }],
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [
        {
          key: 'node.kubernetes.io/not-ready',
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 300,
        },
        { operator: 'Exists' },
      ],
      configMaps: ['settings'],
      secrets: ['login'],
    })
    expect(containers.map(({ name, state }) => [name, state])).to.deep.equal([['web', { running: {} }]])
    expect(initContainers.map(({ name, state }) => [name, state])).to.deep.equal([
      ['migrate', { terminated: { exitCode: 0 } }],
    ])
    expect(ephemeralContainers.map(({ name, state }) => [name, state])).to.deep.equal([
      ['debug', { running: {} }],
    ])
    expect(JSON.stringify(shown)).to.not.contain('hidden')
  })

  const objects: [what: string, object: Pod][] = [
    ['metadata alone', { metadata: metadata() }],
    ['empty spec and status', { metadata: metadata(), spec: {}, status: {} }],
    ['empty texts', { metadata: metadata(), status: { reason: '', message: '', hostIP: '', qosClass: '' } }],
    [
      'nulls as Go writes them',
      {
        metadata: metadata({
          labels: null,
          annotations: null,
          ownerReferences: null,
          deletionTimestamp: null,
        }),
        spec: { containers: null, volumes: null, priority: null, nodeSelector: null, tolerations: null },
        status: { conditions: null, podIPs: null, startTime: null, containerStatuses: null },
      },
    ],
  ]
  for (const [what, object] of objects)
    it(`leaves out what is absent: ${what}`, () => {
      expect(fitsDetail(podDetail(object, now))).to.deep.equal({
        name: 'web',
        namespace: 'shop',
        uid: metadata().uid,
        status: 'Pending',
        phase: 'Pending',
        createdAt: '2026-11-20T11:25:00Z',
        age: '7d',
        labels: {},
        annotations: {},
        podIPs: [],
        conditions: [],
        ownerReferences: [],
        containers: [],
        initContainers: [],
        ephemeralContainers: [],
        volumes: [],
        nodeSelector: {},
        tolerations: [],
        configMaps: [],
        secrets: [],
      })
    })
})
