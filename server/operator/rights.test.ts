import { expect } from 'chai'
import { rightParts } from '../kinds/rbac-table.ts'
import { operatorRights } from './rights.ts'

describe('rights of the operator', () => {
  it('grant each right once, in one namespace, without deletions and without changes of Secrets', () => {
    const rights = operatorRights.map(({ right }) => right)
    expect(new Set(rights).size).to.equal(rights.length)
    for (const right of rights) {
      const { verb, resource, apiGroup, clusterWide } = rightParts(right)
      expect(resource, right).to.match(/^[a-z]+(\/[a-z]+)?$/)
      expect(apiGroup, right).to.be.oneOf(['', 'clusterinspector.dev', 'coordination.k8s.io'])
      expect(clusterWide, right).to.equal(false)
      expect(verb, right).to.be.oneOf(['get', 'list', 'watch', 'create', 'patch'])
      if (resource === 'secrets') expect(verb, right).to.be.oneOf(['get', 'list', 'watch'])
    }
  })

  it('limit the creation of tokens and the change of the Lease to one object each', () => {
    const narrowed = operatorRights.flatMap(({ right, named }) =>
      named === undefined ? [] : [[right, named]],
    )
    expect(narrowed).to.deep.equal([
      ['create serviceaccounts/token', 'server-account'],
      ['get leases.coordination.k8s.io', 'lease'],
      ['patch leases.coordination.k8s.io', 'lease'],
    ])
  })
})
