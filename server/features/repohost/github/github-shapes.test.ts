import { expect } from 'chai'
import { FieldError } from '../host/json-fields.ts'
import { pullRequestOf, repositoryOf, treeOf } from './github-shapes.ts'

const SHA = 'a'.repeat(40)
const pull = {
  number: 1,
  html_url: 'https://git.example.com/1',
  state: 'open',
  title: 'a',
  head: { ref: 'change', sha: SHA, repo: { id: 1 } },
  base: { ref: 'main', repo: { id: 1 } },
}

describe('shapes of GitHub', () => {
  it('reads a pull request of a fork, or of one that is gone, as not its own', () => {
    expect(pullRequestOf(pull)).to.deep.equal({
      number: 1,
      url: 'https://git.example.com/1',
      state: 'open',
      title: 'a',
      head: { branch: 'change', sha: SHA, isOwn: true },
      base: 'main',
      mergeable: 'unknown',
      mergeSha: undefined,
    })
    for (const repo of [{ id: 2 }, null])
      expect(pullRequestOf({ ...pull, head: { ...pull.head, repo } }).head.isOwn).to.equal(false)
  })

  it('reads a closed pull request with a time of its merge as merged', () => {
    const closed = { ...pull, state: 'closed', merge_commit_sha: SHA }
    expect(pullRequestOf(closed)).to.include({ state: 'closed', mergeSha: undefined })
    const merged = { ...closed, merged_at: '2026-11-20T11:25:00Z' }
    expect(pullRequestOf(merged)).to.include({ state: 'merged', mergeSha: SHA })
  })

  for (const [what, read] of [
    ['a page that is a script', () => pullRequestOf({ ...pull, html_url: 'javascript:alert(1)' })],
    ['a sha that leads elsewhere', () => pullRequestOf({ ...pull, head: { ...pull.head, sha: '../../x' } })],
    ['a number that is none', () => pullRequestOf({ ...pull, number: 1.5 })],
    ['a repository without an owner', () => repositoryOf({ name: 'web', full_name: 'shop/web' })],
    ['a tree without entries', () => treeOf({})],
    ['an entry of an unknown mode', () => treeOf({ tree: [{ path: 'a', mode: '777', sha: SHA }] })],
  ] as const)
    it(`rejects ${what}`, () => {
      expect(read).to.throw(FieldError)
    })

  it('reads modes as types, and the size of files alone', () => {
    const modes = ['100644', '100755', '040000', '120000', '160000']
    const tree = modes.map((mode) => ({ path: mode, mode, sha: SHA, size: 1 }))
    expect(treeOf({ tree, truncated: true })).to.deep.equal({
      truncated: true,
      entries: modes.map((mode, index) => ({
        path: mode,
        mode,
        sha: SHA,
        type: ['file', 'file', 'dir', 'symlink', 'submodule'][index],
        size: index < 2 ? 1 : undefined,
      })),
    })
  })
})
