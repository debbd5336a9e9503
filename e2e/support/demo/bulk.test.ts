import { expect } from 'chai'
import { openDemoCluster } from '../demo-cluster.ts'

interface List {
  items: { status: { phase: string } }[]
}

describe('a demo cluster in bulk', () => {
  it('has the wanted numbers of Pods, spread over its namespaces and nodes', async () => {
    const cluster = await openDemoCluster({ seed: 'none', bulk: { pods: 500, nodes: 20, namespaces: 5 } })
    const get = async (path: string): Promise<List> => {
      const headers = { authorization: `Bearer ${cluster.token}` }
      return (await (await fetch(cluster.url + path, { headers })).json()) as List
    }
    const count = async (path: string) => (await get(path)).items.length
    expect(await count('/api/v1/pods')).to.equal(500)
    expect(await count('/api/v1/namespaces/bulk-0001/pods')).to.equal(100)
    expect(await count('/api/v1/pods?fieldSelector=spec.nodeName%3Dbulk-node-0003')).to.equal(25)
    expect((await get('/api/v1/pods?limit=1')).items[0]?.status.phase).to.equal('Running')
  })
})
