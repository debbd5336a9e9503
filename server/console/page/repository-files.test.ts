import { expect } from 'chai'
import { connectAddress, groupByBranch, hasFile } from './repository-files.ts'

describe('files of a repository in the console', () => {
  const web = { owner: 'shop', repo: 'apps', branch: 'main', filePath: 'web.yaml', content: 'a' }

  it('groups edited files by their branch, and leaves out those without one', () => {
    const files = [
      web,
      { ...web, filePath: 'cart.yaml' },
      { ...web, branch: 'next' },
      { filePath: 'nowhere.yaml', content: 'b' },
    ]
    expect(groupByBranch(files).map((group) => [group.branch.branch, group.files.length])).to.deep.equal([
      ['main', 2],
      ['next', 1],
    ])
  })

  it('leads back to the page from the connection of an account', () => {
    expect(connectAddress('/api/repohost-app/connect?install=1', '/?view=detail&name=a')).to.equal(
      '/api/repohost-app/connect?install=1&return=%2F%3Fview%3Ddetail%26name%3Da',
    )
  })

  it('offers no file for objects that controllers create', () => {
    expect(['Deployment', 'ConfigMap', 'Pod', 'ReplicaSet'].map(hasFile)).to.deep.equal([
      true,
      true,
      false,
      false,
    ])
  })
})
