import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { createRequestScope, type RequestScopeDependencies } from './request-scope.ts'

/** Collects garbage now. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

describe('the dependencies of a cached response', () => {
  it('keep nothing of the request that the response was computed for', async () => {
    const connection = {
      cluster: (signal: AbortSignal) => ({
        signal,
        dependencies: () => ({ weight: 512, freshnessFor: () => ({ use: 'hit', ageMs: 1 }) }),
      }),
    }
    const scopeOf = createRequestScope({
      contexts: { default: 'home', all: [], get: () => connection },
      features: { addTo: (scope: object) => scope },
      auditLog: { writeAuthor: () => undefined },
      permission: { clusterSubject: () => undefined },
      cache: true,
    } as unknown as RequestScopeDependencies)
    const begin = () => {
      const { signal } = new AbortController()
      const request = scopeOf(undefined, signal, {} as never, {} as never)
      expect(request.scope.cluster).to.include({ signal })
      return { kept: request.dependencies?.(), signal: new WeakRef(signal) }
    }
    const { kept, signal } = begin()
    // A WeakRef keeps its target until the end of the job that made it.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    expect(kept?.freshnessFor({ username: 'ada' } as never)).to.deep.equal({ use: 'hit', ageMs: 1 })
    expect(signal.deref()).to.equal(undefined)
  })
})
