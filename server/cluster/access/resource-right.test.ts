import { expect } from 'chai'
import { namespaces } from '../../kinds/namespaces/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { accessQueriesOf, type ResourceRight } from './resource-right.ts'

describe('the access queries of a right', () => {
  const grantedIn = (...names: string[]) => ({
    context: 'test',
    managedByChart: true,
    readOnly: false,
    namespaces: names,
  })
  const queries = (right: ResourceRight, namespace: string | undefined, ...granted: string[]) =>
    accessQueriesOf(right, namespace, grantedIn(...granted)).map(({ verb, namespace: scope }) => [
      verb,
      scope,
    ])

  it('span the granted namespaces where none is named', () => {
    expect(queries({ verb: 'list', kind: pods }, undefined, 'b', 'a')).to.deep.equal([
      ['list', 'a'],
      ['list', 'b'],
    ])
    expect(queries({ verb: 'list', kind: pods }, 'c', 'b', 'a')).to.deep.equal([['list', 'c']])
    expect(queries({ verb: 'list', kind: pods }, undefined)).to.deep.equal([['list', undefined]])
  })

  it('reviews cluster-scoped kinds cluster-wide', () => {
    expect(queries({ verb: 'list', kind: nodes }, 'a', 'a')).to.deep.equal([['list', undefined]])
  })

  it('ask for a list of Namespaces whether each granted one can be read', () => {
    const list = { verb: 'list', kind: namespaces } as const
    expect(queries(list, undefined, 'b', 'a')).to.deep.equal([
      ['get', 'a'],
      ['get', 'b'],
    ])
    expect(queries(list, 'a', 'b', 'a')).to.deep.equal([['get', 'a']])
    expect(queries(list, 'a')).to.deep.equal([['list', undefined]])
  })

  it('ask for one Namespace in that Namespace, and for a watch cluster-wide', () => {
    expect(queries({ verb: 'get', kind: namespaces }, 'a')).to.deep.equal([['get', 'a']])
    expect(queries({ verb: 'get', kind: namespaces }, undefined)).to.deep.equal([['get', undefined]])
    expect(queries({ verb: 'watch', kind: namespaces }, undefined, 'a')).to.deep.equal([['watch', undefined]])
  })
})
