import { expect } from 'chai'
import { rightParts } from '../kinds/rbac-table.ts'
import { operatorRights } from './rights.ts'

describe('rights of the operator', () => {
  it('grant each right once, in one namespace, and deletions of UserStates alone', () => {
    const rights = operatorRights.map(({ right }) => right)
    expect(new Set(rights).size).to.equal(rights.length)
    for (const right of rights) {
      const { verb, resource, apiGroup, clusterWide } = rightParts(right)
      expect(resource, right).to.match(/^[a-z]+(\/[a-z]+)?$/)
      expect(apiGroup, right).to.be.oneOf(['', 'clusterinspector.dev', 'coordination.k8s.io'])
      expect(clusterWide, right).to.equal(false)
      expect(verb, right).to.be.oneOf(['get', 'list', 'watch', 'create', 'patch', 'delete'])
      if (verb === 'delete') expect(resource).to.equal('userstates')
    }
  })

  it('limit the creation of tokens, and changes of the Lease and of Secrets, to one object each', () => {
    const narrowed = operatorRights.flatMap(({ right, named }) =>
      named === undefined ? [] : [[right, named]],
    )
    expect(narrowed).to.deep.equal([
      ['patch secrets', 'seal-secret'],
      ['create serviceaccounts/token', 'server-account'],
      ['get leases.coordination.k8s.io', 'lease'],
      ['patch leases.coordination.k8s.io', 'lease'],
    ])
    const changes = operatorRights.filter(({ right }) => right.startsWith('patch secrets'))
    expect(changes.map(({ named }) => named)).to.deep.equal(['seal-secret'])
  })
})
