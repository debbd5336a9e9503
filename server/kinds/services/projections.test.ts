import { expect } from 'chai'
import { metadata, now } from '../../testing/metadata.ts'
import type { Service } from './model.ts'
import { serviceDetail, serviceSummary } from './projections.ts'

const summary = (spec: Service['spec'], status?: Service['status']) =>
  serviceSummary({ metadata: metadata(), spec: spec ?? {}, ...(status && { status }) }, now)

describe('a projected Service', () => {
  it('has no cluster address where it stands for an external name', () => {
    const shown = summary({ type: 'ExternalName', externalName: 'db.example.com', clusterIP: '' })
    expect(shown).to.deep.include({ type: 'ExternalName', externalName: 'db.example.com', clusterIPs: [] })
    expect(shown).to.not.have.any.keys('clusterIP')
  })

  it('reports headless for the address None', () => {
    const shown = summary({ clusterIP: 'None', clusterIPs: ['None'] })
    expect(shown).to.deep.include({ clusterIP: 'None', clusterIPs: ['None'], selector: {} })
  })

  it('has the addresses of both IP families', () => {
    const clusterIPs = ['10.96.0.7', 'fd00::7']
    expect(summary({ clusterIP: '10.96.0.7', clusterIPs })).to.deep.include({ clusterIPs })
  })

  it('has a port without name and port of the node where these are not set', () => {
    const { ports } = summary({
      ports: [{ name: '', protocol: 'UDP', port: 53, targetPort: 'dns', nodePort: 0 }],
    })
    expect(ports).to.deep.equal([{ protocol: 'UDP', port: 53, targetPort: 'dns' }])
  })

  it('has the addresses of its load balancer once they are there', () => {
    const pending = summary({ type: 'LoadBalancer' }, { loadBalancer: {} })
    expect(pending.loadBalancer).to.deep.equal({ ingress: [] })
    const ingress = [{ ip: '203.0.113.7', hostname: 'lb.example.com' }, { hostname: 'b.example.com' }]
    expect(summary({ type: 'LoadBalancer' }, { loadBalancer: { ingress } }).loadBalancer).to.deep.equal({
      ingress,
    })
  })

  it('has the merged endpoints of its slices in the detail', () => {
    const slices = [
      { ready: ['10.0.0.1'], notReady: [] },
      { ready: [], notReady: ['10.0.0.2'] },
    ]
    const { endpoints } = serviceDetail({ metadata: metadata(), spec: {} }, slices, now)
    expect(endpoints).to.deep.equal({ ready: ['10.0.0.1'], notReady: ['10.0.0.2'] })
  })
})
