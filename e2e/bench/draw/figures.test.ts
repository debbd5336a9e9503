import { expect } from 'chai'
import { exactly, type Row } from '../measure/claim.ts'
import { figuresOf } from './figures.ts'

const row = (id: string, on: string, claims: Row['claims']): Row => ({
  id,
  scenario: 'Pods',
  on,
  value: '9/s',
  limit: '10/s',
  claims,
})
const near = { what: 'of L1', figure: exactly(0.9), target: { atLeast: 0.85 } }
const far = { what: 'x twin', twin: true, figure: exactly(300), target: { atLeast: 100 } }

describe('figures of a bench', () => {
  it('draws one chart per cluster and baseline', () => {
    const figures = figuresOf([
      row('P1', 'kind', [near, far]),
      row('P3', 'demo 10000', [near]),
      row('P18', 'kind', []),
    ])
    expect(Object.keys(figures).sort()).to.deep.equal(['limit-demo-10000', 'limit-kind', 'twin-kind'])
    expect(figures['twin-kind']).to.include('300 x')
  })

  it('leave out what was not measured', () => {
    expect(figuresOf([row('P1', 'kind', [{ ...near, figure: exactly(NaN) }])])).to.deep.equal({})
  })
})
