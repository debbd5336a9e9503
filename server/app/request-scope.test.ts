import { queryObjects } from 'node:v8'
import { expect } from 'chai'
import { createRequestScope, type RequestScopeDependencies } from './request-scope.ts'

/** The cluster of one request, which has cached reads. */
class RequestCluster {
  dependencies() {
    return { weight: 512, freshnessFor: () => ({ use: 'hit', ageMs: 1 }) }
  }
}

describe('the dependencies of a cached response', () => {
  it('keep nothing of the request that the response was computed for', function () {
    // The whole heap of the run is searched, which a busy machine does slowly.
    this.timeout(120_000)
    const connection = { cluster: () => new RequestCluster() }
    const scopeOf = createRequestScope({
      contexts: { default: 'home', all: [], get: () => connection },
      features: { addTo: (scope: object) => scope },
      auditLog: { writeAuthor: () => undefined },
      permission: { clusterSubject: () => undefined },
      cache: true,
    } as unknown as RequestScopeDependencies)
    const compute = () => {
      const { signal } = new AbortController()
      const request = scopeOf(undefined, signal, {} as never, {} as never)
      expect(request.scope.cluster).to.be.instanceOf(RequestCluster)
      return request.dependencies?.()
    }
    const kept = compute()
    // Garbage is collected before the objects are counted.
    expect(queryObjects(RequestCluster, { format: 'count' })).to.equal(0)
    expect(kept?.freshnessFor({ username: 'ada' } as never)).to.deep.equal({ use: 'hit', ageMs: 1 })
  })
})
