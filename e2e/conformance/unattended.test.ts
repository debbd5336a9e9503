import { expect } from 'chai'
import { createPod, container, isReady, podWhen } from './workloads.ts'
import { type Target, openTarget } from './target.ts'

/** Marks a node without a kubelet, as kwok does. */
const FAKE = { 'kwok.x-k8s.io/node': 'fake' }

describe('conformance: what nobody attends to', () => {
  let target: Target
  let node: string

  before(async () => {
    target = await openTarget()
    node = `${target.namespace}-node`
  })
  after(() => target.admin.send('DELETE', `/api/v1/nodes/${node}`))

  it('a Node keeps the status it is registered with, a Pod does not', async () => {
    const status = { capacity: { cpu: '3', memory: '5Gi', pods: '7' } }
    const made = await target.admin.create('/api/v1/nodes', {
      metadata: { name: node, annotations: FAKE },
      spec: { unschedulable: true },
      status,
    })
    expect(made.status).to.deep.include(status)
    const containers = [container('main', target.image, 'exit 0')]
    const pod = await target.admin.create(`/api/v1/namespaces/${target.namespace}/pods`, {
      metadata: { name: 'reported' },
      spec: { schedulerName: 'nobody', containers },
      status: { phase: 'Failed' },
    })
    expect(pod.status?.phase).to.equal('Pending')
  })

  it('a Pod for a scheduler that is not there, or on a node without a kubelet, stays as it is', async () => {
    const path = `/api/v1/namespaces/${target.namespace}/pods`
    const containers = [container('main', target.image, 'while true; do sleep 1; done')]
    await createPod(target, 'waiting', { schedulerName: 'nobody', containers })
    await createPod(target, 'bound', { nodeName: node, containers })
    await createPod(target, 'attended', { containers })
    await podWhen(target, 'attended', isReady)
    for (const name of ['waiting', 'bound']) {
      const { status } = await target.admin.get(`${path}/${name}`)
      expect([status?.phase, status?.containerStatuses], name).to.deep.equal(['Pending', undefined])
      await target.admin.send('DELETE', `${path}/${name}?gracePeriodSeconds=0`)
    }
  })
})
