import { expect } from 'chai'
import { call } from '../support/http.ts'
import { openTarget } from '../support/target.ts'

interface Component {
  name: string
  status: string
  message: string
}

describe('GET /api/cluster-health', () => {
  it('says how the API server, the nodes and the components are, as the cluster has them', async () => {
    const target = await openTarget()
    const { status, json } = await call(target.api, 'GET', '/api/cluster-health')
    expect(status).to.equal(200)
    const components = json['components'] as Component[]
    const { items } = await target.kube.get<{
      items: { status: { conditions: { type: string; status: string }[] } }[]
    }>('/api/v1/nodes')
    const ready = items.filter((node) =>
      node.status.conditions.some((one) => one.type === 'Ready' && one.status === 'True'),
    )
    expect(components.find(({ name }) => name === 'nodes')?.message).to.equal(
      `${ready.length} of ${items.length} ready`,
    )
    const coredns = components.find(({ name }) => name === 'coredns')
    expect(coredns?.status).to.be.oneOf(target.demo === undefined ? ['healthy'] : ['healthy', 'unknown'])
    if (target.demo === undefined)
      for (const name of ['etcd', 'kube-scheduler', 'kube-controller-manager'])
        expect(components.find((one) => one.name === name)?.status, name).to.equal('healthy')
    const { gitVersion } = await target.kube.get<{ gitVersion: string }>('/version')
    expect(json['serverVersion']).to.equal(gitVersion)
    expect(json['score']).to.be.within(0, 100)
  })
})
