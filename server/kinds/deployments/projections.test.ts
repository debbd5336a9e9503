import { expect } from 'chai'
import { deploymentDetail as detailSchema, deploymentSummary as summarySchema } from './schema.ts'
import type { DeploymentDetail, DeploymentSummary } from './schema.ts'
import type { Deployment } from './model.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { deploymentDetail, deploymentSummary } from './projections.ts'

const fitsSummary = matchesSchema<DeploymentSummary>(summarySchema)
const fitsDetail = matchesSchema<DeploymentDetail>(detailSchema)

const full: Deployment = {
  metadata: metadata({ generation: 2, labels: { app: 'web' }, annotations: { 'example.com/note': 'n' } }),
  spec: {
    replicas: 10,
    selector: {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['front'] },
        { key: 'old', operator: 'DoesNotExist' },
      ],
    },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        initContainers: [{ name: 'migrate', image: 'registry.example/migrate:1' }],
        containers: [
          {
            name: 'web',
            image: 'registry.example/web:1',
            ports: [
              { name: 'http', containerPort: 8080 },
              { containerPort: 53, protocol: 'UDP' },
            ],
            resources: {
              requests: { cpu: '100m', memory: '128Mi' },
              limits: { cpu: '1', memory: '256Mi', 'ephemeral-storage': '1Gi' },
            },
          },
          { name: 'proxy', image: 'registry.example/proxy:2' },
        ],
      },
    },
  },
  status: {
    observedGeneration: 2,
    replicas: 10,
    updatedReplicas: 10,
    readyReplicas: 9,
    availableReplicas: 8,
    unavailableReplicas: 2,
    conditions: [
      {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: 'done',
        lastUpdateTime: '2026-11-20T11:26:00Z',
        lastTransitionTime: '2026-11-20T11:25:00.5Z',
      },
      { type: 'Available', status: 'True', lastUpdateTime: null, lastTransitionTime: null },
    ],
  },
}

const summary: DeploymentSummary = {
  name: 'web',
  namespace: 'shop',
  replicas: { desired: 10, ready: 9, available: 8, unavailable: 2 },
  status: 'Degraded',
  age: '7d',
  images: ['registry.example/web:1', 'registry.example/proxy:2'],
  labels: { app: 'web' },
  createdAt: '2026-11-20T11:25:00Z',
}

describe('deploymentSummary', () => {
  it('projects a summary with every promised field', () => {
    expect(fitsSummary(deploymentSummary(full, now))).to.deep.equal(summary)
  })
})

describe('deploymentDetail', () => {
  it('projects a detail with every promised field', () => {
    const { images: _, ...shared } = summary
    expect(fitsDetail(deploymentDetail(full, now))).to.deep.equal({
      ...shared,
      uid: metadata().uid,
      replicas: { desired: 10, ready: 9, available: 8, unavailable: 2, updated: 10 },
      conditions: [
        {
          type: 'Progressing',
          status: 'True',
          reason: 'NewReplicaSetAvailable',
          message: 'done',
          lastUpdateTime: '2026-11-20T11:26:00Z',
          lastTransitionTime: '2026-11-20T11:25:00Z',
        },
        { type: 'Available', status: 'True' },
      ],
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } },
      selector: {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['front'] },
          { key: 'old', operator: 'DoesNotExist', values: [] },
        ],
      },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'web',
              image: 'registry.example/web:1',
              ports: [
                { containerPort: 8080, protocol: 'TCP' },
                { containerPort: 53, protocol: 'UDP' },
              ],
              resources: {
                requests: { cpu: '100m', memory: '128Mi' },
                limits: { cpu: '1', memory: '256Mi', 'ephemeral-storage': '1Gi' },
              },
            },
            {
              name: 'proxy',
              image: 'registry.example/proxy:2',
              ports: [],
              resources: { requests: {}, limits: {} },
            },
          ],
        },
      },
      annotations: { 'example.com/note': 'n' },
      paused: false,
    })
  })

  const strategies: [what: string, strategy: NonNullable<Deployment['spec']>['strategy'], want: object][] = [
    ['Recreate', { type: 'Recreate' }, { type: 'Recreate' }],
    ['Recreate with null', { type: 'Recreate', rollingUpdate: null }, { type: 'Recreate' }],
    [
      'no rollingUpdate',
      { type: 'RollingUpdate' },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    ],
    ['empty', {}, { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } }],
  ]
  for (const [what, strategy, want] of strategies)
    it(`strategy: ${what}`, () => {
      const object: Deployment = {
        metadata: metadata(),
        spec: { replicas: 4, ...(strategy && { strategy }) },
      }
      expect(fitsDetail(deploymentDetail(object, now)).strategy).to.deep.equal(want)
    })
})

describe('views of Deployments with parts missing', () => {
  const objects: [what: string, object: Deployment][] = [
    ['metadata alone', { metadata: metadata() }],
    ['no namespace', { metadata: { name: 'web', uid: 'u', creationTimestamp: '2026-11-20T11:25:00Z' } }],
    ['empty spec and status', { metadata: metadata(), spec: {}, status: {} }],
    [
      'nulls as Go writes them',
      {
        metadata: metadata({ labels: null, annotations: null, ownerReferences: null }),
        spec: {
          replicas: null,
          selector: null,
          strategy: { rollingUpdate: null },
          template: { metadata: null, spec: { containers: null } },
        },
        status: { conditions: null },
      },
    ],
    ['a template without a spec', { metadata: metadata(), spec: { template: { spec: null } } }],
    [
      'a container without an image',
      { metadata: metadata(), spec: { template: { spec: { containers: [{ name: 'a' }] } } } },
    ],
    [
      'null parts of a container',
      {
        metadata: metadata(),
        spec: {
          template: {
            spec: { containers: [{ name: 'a', image: 'i', ports: null, resources: { requests: null } }] },
          },
        },
      },
    ],
  ]
  for (const [what, object] of objects)
    it(what, () => {
      const { images, labels } = fitsSummary(deploymentSummary(object, now))
      expect(images).to.be.an('array')
      expect(labels).to.deep.equal({})
      fitsDetail(deploymentDetail(object, now))
    })
})
