import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import type { EndpointSlice } from './model.ts'
import { mergeEndpoints, sliceEndpoints } from './projections.ts'

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number]

const slice = (...endpoints: Endpoint[]): EndpointSlice => ({ metadata: metadata(), endpoints })

describe('the addresses of an EndpointSlice', () => {
  const readiness: [
    what: string,
    conditions: NonNullable<Endpoint['conditions']> | null,
    isReady: boolean,
  ][] = [
    ['true', { ready: true }, true],
    ['false', { ready: false }, false],
    ['null', { ready: null }, true],
    ['not stated', {}, true],
    ['without conditions', null, true],
  ]
  for (const [what, conditions, isReady] of readiness)
    it(`count as ${isReady ? 'ready' : 'not ready'} where readiness is ${what}`, () => {
      const { ready, notReady } = sliceEndpoints(slice({ addresses: ['10.0.0.1'], conditions }))
      expect([ready, notReady]).to.deep.equal(isReady ? [['10.0.0.1'], []] : [[], ['10.0.0.1']])
    })

  it('lists all addresses of an endpoint, and none of one without', () => {
    const { ready } = sliceEndpoints(slice({ addresses: ['10.0.0.1', '10.0.0.2'] }, { addresses: null }, {}))
    expect(ready).to.deep.equal(['10.0.0.1', '10.0.0.2'])
  })
})

describe('merged endpoints', () => {
  it('have each address once, in order, of slices of every type', () => {
    const slices = [
      { ready: ['10.0.0.2', '10.0.0.1'], notReady: ['10.0.0.9'] },
      { ready: ['10.0.0.1', 'fd00::1'], notReady: ['10.0.0.9'] },
      { ready: ['db.example.com'], notReady: [] },
    ]
    expect(mergeEndpoints(slices)).to.deep.equal({
      ready: ['10.0.0.1', '10.0.0.2', 'db.example.com', 'fd00::1'],
      notReady: ['10.0.0.9'],
    })
  })

  it('have an address as ready if any slice does', () => {
    const slices = [
      { ready: [], notReady: ['10.0.0.1'] },
      { ready: ['10.0.0.1'], notReady: [] },
    ]
    expect(mergeEndpoints(slices)).to.deep.equal({ ready: ['10.0.0.1'], notReady: [] })
  })

  it('returns nothing without slices', () => {
    expect(mergeEndpoints([])).to.deep.equal({ ready: [], notReady: [] })
  })
})
