import { expect } from 'chai'
import { deployments } from '../kinds/deployments/kind.ts'
import { events } from '../kinds/events/kind.ts'
import { validatingWebhookConfigurations } from '../kinds/extensions/kinds.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { services } from '../kinds/services/kind.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { backingOff, nodeFields, podEvent, podFields, unscheduled, waiting } from '../testing/pod-states.ts'
import { quickest } from '../testing/cpu-time.ts'
import { controlledBy, RuleCluster } from '../testing/rule-cluster.ts'
import { foldFindings } from './fold.ts'
import { templateChanges } from './template-changes.ts'

/** Milliseconds that the rules may take for one object, with room for a busy machine. */
const LIMIT_MS = 500
const MANY = 10_000
const LONG = 1_000_000

const many = <T>(item: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => item(at))

describe('rules on hostile objects', () => {
  it('look at a bounded number of Pods of a StatefulSet that claims two billion', () => {
    const cluster = new RuleCluster().add(statefulSets, 'db', {
      spec: { replicas: 2 ** 31 - 1 },
      status: { replicas: 2 ** 31 - 2, readyReplicas: 0 },
    })
    expect(quickest(() => cluster.findings(statefulSets, 'db'))).to.be.below(LIMIT_MS)
  })

  it('name ten resources of a webhook that is called for a hundred million', () => {
    const [finding] = new RuleCluster()
      .add(validatingWebhookConfigurations, 'checks', {
        webhooks: [
          {
            name: 'checks.example.com',
            clientConfig: { service: { name: 'checks', namespace: 'shop' } },
            rules: [{ apiGroups: many((at) => `g${at}`), resources: many((at) => `r${at}`) }],
          },
        ],
      })
      .findings(validatingWebhookConfigurations, 'checks')
    expect(finding?.message.match(/r0\.g\d/g)).to.have.length(10)
  })

  const manyContainers = (status: object) =>
    podFields({ containers: many((at) => ({ name: `app-${at}`, status })), phase: 'Pending' })
  const slow: readonly (readonly [title: string, pod: object])[] = [
    ['ten thousand containers that end', manyContainers(backingOff({ exitCode: 137 }))],
    ['ten thousand containers without their image', manyContainers(waiting('ErrImagePull', 'denied'))],
    [
      'ten thousand containers that wait',
      manyContainers(waiting('CreateContainerConfigError', 'secret "x" not found')),
    ],
    [
      'a message of a megabyte',
      podFields({ containers: [{ status: backingOff({ message: 'token'.repeat(LONG / 5) }) }] }),
    ],
    [
      'a megabyte of the words of the scheduler',
      unscheduled(`0/3 nodes are available: ${', 1 x'.repeat(LONG / 5)}`),
    ],
    [
      'a node affinity of a megabyte',
      unscheduled("0/500 nodes are available: 500 node(s) didn't match Pod's node affinity/selector.", {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: many((at) => ({
                matchExpressions: [{ key: `key-${at}`, operator: 'Gt', values: ['9'.repeat(100)] }],
              })),
            },
          },
        },
      }),
    ],
  ]
  for (const [title, pod] of slow)
    it(`take milliseconds for a Pod with ${title}`, () => {
      const cluster = new RuleCluster().add(pods, 'web-1', pod)
      for (let at = 0; at < 500; at++) cluster.add(nodes, `node-${at}`, nodeFields('True'))
      for (let at = 0; at < 300; at++)
        cluster.add(
          events,
          `event-${at}`,
          podEvent('Killing', 'Container failed liveness probe, will be restarted', {
            involvedObject: {
              kind: 'Pod',
              name: 'web-1',
              namespace: 'shop',
              uid: 'uid-web-1',
              fieldPath: 'x',
            },
          }),
        )
      expect(cluster.findings(pods, 'web-1')).to.not.be.empty
      expect(quickest(() => cluster.findings(pods, 'web-1'))).to.be.below(LIMIT_MS)
    })

  it('take milliseconds for two revisions of ten thousand containers', () => {
    const revision = (tag: number) => ({
      containers: many((at) => ({ name: `app-${at}`, image: `web:${tag}` })),
    })
    const [before, after] = [revision(1), revision(2)]
    expect(quickest(() => templateChanges(before, after))).to.be.below(LIMIT_MS)
  })

  it('find what is wrong with objects that own each other in a circle', () => {
    const cluster = new RuleCluster()
      .add(replicaSets, 'a', { metadata: controlledBy('ReplicaSet', 'b') })
      .add(replicaSets, 'b', { metadata: controlledBy('ReplicaSet', 'a') })
      .add(
        pods,
        'web-1',
        podFields({
          containers: [{ status: backingOff() }],
          metadata: controlledBy('ReplicaSet', 'a'),
        }),
      )
    expect(cluster.findings(pods, 'web-1')[0]?.owner).to.deep.include({ kind: 'ReplicaSet', name: 'b' })
  })

  it('keep control characters, credentials and long texts out of ids', () => {
    const image = `https://user:hunter2@registry.example.com/\u001B[31m${'x'.repeat(LONG)}`
    const [finding] = new RuleCluster()
      .add(
        pods,
        'web-1',
        podFields({ containers: [{ spec: { image }, status: waiting('ErrImagePull', 'denied') }] }),
      )
      .findings(pods, 'web-1')
    const [group] = foldFindings(finding === undefined ? [] : [finding], () => true)
    expect(group?.id).to.have.length.below(400)
    expect(group?.id).to.include('image-pull-refused').and.not.include('hunter2').and.not.include('\u001B')
  })

  it('take a malformed selector of a Service for one that selects no Pod', () => {
    const [finding] = new RuleCluster()
      .add(services, 'web', { spec: { selector: { app: '-a,b in (' } } })
      .findings(services, 'web')
    expect(finding?.rule).to.equal('service-selects-no-pod')
  })

  it('show the deadlock of a webhook that keeps its own Pods from being created', () => {
    const cluster = new RuleCluster()
      .add(validatingWebhookConfigurations, 'checks', {
        webhooks: [
          {
            name: 'checks.example.com',
            clientConfig: { service: { name: 'checks', namespace: 'shop' } },
            rules: [{ apiGroups: [''], resources: ['pods'] }],
          },
        ],
      })
      .add(services, 'checks', { spec: { selector: { app: 'checks' } } })
      .add(deployments, 'checks', {
        spec: { replicas: 1, template: { metadata: { labels: { app: 'checks' } } } },
        status: { unavailableReplicas: 1 },
      })
      .add(replicaSets, 'checks-1', {
        metadata: controlledBy('Deployment', 'checks'),
        spec: { replicas: 1 },
        status: {
          replicas: 0,
          conditions: [
            {
              type: 'ReplicaFailure',
              status: 'True',
              reason: 'FailedCreate',
              message:
                'Internal error occurred: failed calling webhook "checks.example.com": no endpoints available',
              lastTransitionTime: '2026-11-27T11:30:00Z',
            },
          ],
        },
      })
    // Each object is diagnosed in a pass of its own, as after changes.
    const all = [
      ...cluster.findings(validatingWebhookConfigurations, 'checks'),
      ...cluster.findings(services, 'checks'),
      ...cluster.findings(replicaSets, 'checks-1'),
    ]
    expect(all.map(({ rule }) => rule)).to.deep.equal([
      'webhook-unreachable',
      'service-selects-no-pod',
      'pod-refused',
    ])
    const groups = foldFindings(all, () => true)
    expect(groups).to.have.length(1)
    expect(groups[0]?.explains).to.have.length(2)
  })
})
