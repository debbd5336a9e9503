import { expect } from 'chai'
import { metadata, now } from '../../testing/metadata.ts'
import type { Ingress } from './model.ts'
import { ingressSummary } from './projections.ts'

const summary = (spec: Ingress['spec'], fields: Partial<Ingress> = {}) =>
  ingressSummary({ metadata: metadata(), spec: spec ?? {}, ...fields }, now)

describe('a projected Ingress', () => {
  it('has no class where only the deprecated annotation names one, as in kubectl', () => {
    const annotations = { 'kubernetes.io/ingress.class': 'nginx' }
    expect(summary({}, { metadata: metadata({ annotations }) })).to.not.have.any.keys('className')
    expect(summary({ ingressClassName: 'nginx' })).to.include({ className: 'nginx' })
  })

  it('has each host of its rules once, and rules for all hosts without one', () => {
    const { hosts, rules } = summary({ rules: [{ host: 'b' }, { host: 'a' }, { host: 'b' }, { host: '' }] })
    expect(hosts).to.deep.equal(['b', 'a'])
    expect(rules.at(-1)).to.deep.equal({ paths: [] })
  })

  it('has ports by number or by name, and objects in the place of Services', () => {
    const resource = { apiGroup: 'example.com', kind: 'Bucket', name: 'static' }
    const backends = [
      { service: { name: 'web', port: { number: 80 } } },
      { service: { name: 'web', port: { name: 'http' } } },
      { resource },
    ]
    const paths = backends.map((backend) => ({ path: '/', pathType: 'Prefix', backend }))
    const { rules, defaultBackend } = summary({ defaultBackend: { resource }, rules: [{ http: { paths } }] })
    expect(rules[0]?.paths).to.deep.equal([
      { path: '/', pathType: 'Prefix', service: { name: 'web', port: 80 } },
      { path: '/', pathType: 'Prefix', service: { name: 'web', port: 'http' } },
      { path: '/', pathType: 'Prefix', resource },
    ])
    expect(defaultBackend).to.deep.equal({ resource })
  })

  it('has one address for each load balancer: its IP address before its host name', () => {
    const ingress = [{ ip: '203.0.113.7', hostname: 'a.example.com' }, { hostname: 'b.example.com' }, {}]
    const { addresses } = summary({}, { status: { loadBalancer: { ingress } } })
    expect(addresses).to.deep.equal(['203.0.113.7', 'b.example.com'])
  })
})
