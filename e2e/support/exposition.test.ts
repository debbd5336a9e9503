import { expect } from 'chai'
import { read, upstreamCalls } from './exposition.ts'

const text = `# HELP cluster_inspector_kube_requests_total Calls
cluster_inspector_kube_requests_total{context="a",verb="list",resource="pods",code="200"} 3
cluster_inspector_kube_requests_total{context="a",verb="list",resource="nodes",code="200"} 2
cluster_inspector_kube_requests_total{context="a",verb="get",resource="pods/log",code="200"} 1
cluster_inspector_kube_requests_total{context="a",verb="create",resource="selfsubjectaccessreviews",code="201"} 7
cluster_inspector_kube_requests_total{context="a",verb="watch",resource="pods",code="200"} 4
cluster_inspector_cache_check_requests_total{context="a",resource="pods",scope=""} 2
process_resident_memory_bytes 123456
`

describe('an exposition', () => {
  it('sums values by metric and labels', () => {
    const found = read(text)
    expect(found.sum('process_resident_memory_bytes')).to.equal(123456)
    expect(found.sum('cluster_inspector_kube_requests_total', { verb: 'list' })).to.equal(5)
    expect(found.sum('absent')).to.equal(0)
    expect(found.by('cluster_inspector_kube_requests_total', 'resource', { verb: 'list' })).to.deep.equal({
      pods: 3,
      nodes: 2,
    })
  })

  it('tells calls by what they were for', () => {
    expect(upstreamCalls(read(text))).to.deep.equal({ reads: 4, reviews: 7, watches: 4 })
  })
})
