import { expect } from 'chai'
import type { KindEntry } from './catalogue.ts'
import { groupKinds } from './kind-groups.ts'

describe('the groups of kinds in the console', () => {
  const kind = (name: string) => ({ kind: name }) as KindEntry

  it('keeps the order of the navigation, and leaves out empty groups', () => {
    const groups = groupKinds([kind('Node'), kind('Deployment'), kind('Pod')])
    expect(groups.map(({ heading, kinds }) => [heading, ...kinds.map((one) => one.kind)])).to.deep.equal([
      ['Workloads', 'Pod', 'Deployment'],
      ['Cluster', 'Node'],
    ])
  })

  it('has a kind that no group names under Other', () => {
    expect(groupKinds([kind('Gateway')])).to.deep.equal([{ heading: 'Other', kinds: [kind('Gateway')] }])
  })
})
