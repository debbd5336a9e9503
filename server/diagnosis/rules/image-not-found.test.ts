import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'

const image = 'registry.example.com/web:2'

/** A Pod with one container that waits. */
const waiting = (reason: string, message?: string) => ({
  spec: { containers: [{ name: 'app', image }] },
  status: {
    phase: 'Pending',
    containerStatuses: [{ name: 'app', state: { waiting: { reason, message } } }],
  },
})

describe('rule image-not-found', () => {
  it('names the image that the registry does not have', () => {
    const message = `Back-off pulling image "${image}": ErrImagePull: rpc error: ${image}: not found`
    const [finding, ...others] = new RuleCluster()
      .add(pods, 'web-1', waiting('ImagePullBackOff', message))
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'image-not-found',
      severity: 'critical',
      title: `image ${image} does not exist`,
      group: image,
    })
    expect(finding?.evidence[0]).to.deep.equal({
      source: 'status',
      reference: 'Pod shop/web-1 status.containerStatuses[app].state.waiting',
      text: message,
    })
  })

  it('takes the words of the registry from the last Event while the kubelet backs off', () => {
    const cluster = new RuleCluster().add(pods, 'web-1', waiting('ImagePullBackOff')).add(events, 'web-1.1', {
      involvedObject: { kind: 'Pod', name: 'web-1', namespace: 'shop', uid: 'uid-web-1' },
      reason: 'Failed',
      message: `Failed to pull image "${image}": manifest unknown`,
    })
    expect(cluster.findings(pods, 'web-1').map(({ rule }) => rule)).to.deep.equal(['image-not-found'])
  })

  it('names the image with which an older ReplicaSet has ready Pods', () => {
    const revision = (number: string, tag: string, readyReplicas: number) => ({
      metadata: {
        ...controlledBy('Deployment', 'web'),
        annotations: { 'deployment.kubernetes.io/revision': number },
      },
      spec: {
        template: { spec: { containers: [{ name: 'app', image: `registry.example.com/web:${tag}` }] } },
      },
      status: { readyReplicas },
    })
    const [finding] = new RuleCluster()
      .add(replicaSets, 'web-a', revision('1', '0', 2))
      .add(replicaSets, 'web-b', revision('2', '1', 0))
      .add(replicaSets, 'web-c', revision('3', '2', 1))
      .add(pods, 'web-1', {
        ...waiting('ErrImagePull', `${image}: not found`),
        metadata: controlledBy('ReplicaSet', 'web-c'),
      })
      .findings(pods, 'web-1')
    expect(finding?.hint).to.include('ReplicaSet web-a runs registry.example.com/web:0')
  })

  it('does not match another failure of the registry', () => {
    const refused = waiting('ErrImagePull', `failed to pull "${image}": connection refused`)
    const rules = new RuleCluster().add(pods, 'web-1', refused).findings(pods, 'web-1')
    expect(rules.map(({ rule }) => rule)).not.to.include('image-not-found')
  })
})
