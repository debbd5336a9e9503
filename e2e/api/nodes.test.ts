import { expect } from 'chai'
import { openFixture, podsOf, type Fixture } from '../support/fixture.ts'
import { call } from '../support/http.ts'
import { showing, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'

interface RawNode extends KubeObject {
  status: { capacity: Record<string, string>; nodeInfo: { kubeletVersion: string } }
}

describe('Nodes', () => {
  let target: Target
  let fixture: Fixture
  let node: RawNode
  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)

  before(async function () {
    this.timeout(180_000)
    target = await openTarget()
    fixture = await openFixture(target)
    const [pod] = await podsOf(target, fixture.namespace, fixture.labels)
    const name = (pod?.['spec'] as { nodeName?: string } | undefined)?.nodeName ?? ''
    node = await target.kube.get<RawNode>(`/api/v1/nodes/${name}`)
  })

  it('lists exactly the fields that the API promises', async () => {
    const { status, json } = await get('/api/nodes')
    expect(status).to.equal(200)
    const item = (json['nodes'] as Record<string, unknown>[]).find(
      (one) => one['name'] === node.metadata.name,
    )
    expect(Object.keys(item ?? {})).to.have.members([
      'name',
      'status',
      'roles',
      'version',
      'capacity',
      'allocatable',
      'conditions',
    ])
    const { cpu, memory, pods } = node.status.capacity
    expect(item).to.deep.include({
      status: 'Ready',
      version: node.status.nodeInfo.kubeletVersion,
      capacity: { cpu, memory, pods },
    })
    for (const condition of (item?.['conditions'] ?? []) as object[])
      expect(Object.keys(condition)).to.have.members(['type', 'status', 'reason'])
  })

  it('shows one in detail, with what its Pods ask for', async () => {
    const { status, json } = await get(`/api/nodes/${node.metadata.name}`)
    expect(status).to.equal(200)
    expect(json).to.deep.include({ name: node.metadata.name, uid: node.metadata.uid, unschedulable: false })
    const allocated = json['allocated'] as Record<string, Record<string, unknown>>
    expect(Object.keys(allocated)).to.have.members(['cpu', 'memory', 'pods'])
    expect(Number(allocated['pods']?.['requests'])).to.be.at.least(2)
    expect(allocated['cpu']).to.have.keys(['requests', 'limits', 'percent', 'limitsPercent'])
  })

  it('lists the Pods bound to it', async () => {
    const { json } = await get(`/api/nodes/${node.metadata.name}/pods?labelSelector=suite%3Dapi`)
    const items = json['pods'] as { namespace: string; nodeName: string }[]
    expect(items.filter((item) => item.namespace === fixture.namespace)).to.not.have.length(0)
    for (const item of items) expect(item.nodeName).to.equal(node.metadata.name)
  })

  it('shows its own events, those the kubelet wrote with its name as uid too', async () => {
    const event = (name: string, uid: string | undefined, reason: string) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${fixture.namespace}`, namespace: 'default' },
      involvedObject: { kind: 'Node', name: node.metadata.name, uid },
      reason,
      message: 'made by the API suite',
      type: 'Normal',
      source: { component: 'api-suite' },
      firstTimestamp: '2026-11-20T11:25:00Z',
      lastTimestamp: '2026-11-20T11:26:00Z',
      count: 3,
    })
    await target.kube.create(event('by-name', node.metadata.name, 'ByName'))
    await target.kube.create(event('by-uid', node.metadata.uid, 'ByUid'))
    const last = await target.kube.create(event('of-another', 'another-uid', 'OfAnother'))
    const { status, json } = await get(`/api/nodes/${node.metadata.name}/events`, showing(last))
    expect(status).to.equal(200)
    const events = json['events'] as { reason: string }[]
    expect(events.map((one) => one.reason))
      .to.include.members(['ByName', 'ByUid'])
      .and.not.include('OfAnother')
    expect(events.find((one) => one.reason === 'ByUid')).to.deep.equal({
      type: 'Normal',
      reason: 'ByUid',
      message: 'made by the API suite',
      count: 3,
      firstTimestamp: '2026-11-20T11:25:00Z',
      lastTimestamp: '2026-11-20T11:26:00Z',
      involvedObject: { kind: 'Node', name: node.metadata.name },
    })
    for (const name of ['by-name', 'by-uid', 'of-another'])
      await target.kube.remove(`/api/v1/namespaces/default/events/${name}.${fixture.namespace}`)
  })

  it('names the node that does not exist', async () => {
    for (const path of ['gone', 'gone/pods', 'gone/events']) {
      const { status, json } = await get(`/api/nodes/${path}`)
      expect(status, path).to.equal(404)
      expect(json).to.deep.include({ code: 'NOT_FOUND', node: 'gone' })
      expect(json).to.not.have.property('namespace')
    }
  })
})
