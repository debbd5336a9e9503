import { expect } from 'chai'
import { ConflictError } from '../../server/core/errors.ts'
import { blobSha } from '../../server/features/repohost/change/blob-sha.ts'
import { HostConflictError } from '../../server/features/repohost/host/host-errors.ts'
import { failureOf, settled, signal } from './attempts.ts'
import type { Stage, StagedRepository } from './stage.ts'

/** The contract of the port, for each adapter: single writes. */
export function describeWrites(stageOf: () => Stage): void {
  const commitFiles = async (
    repository: StagedRepository,
    newBranch: string | undefined,
    content = 'a: 2\n',
  ) => {
    const { host } = stageOf()
    const base = (await host.branchHead(repository.name, 'main', signal)) ?? ''
    const previous = (await host.tree(repository.name, base, true, signal)).entries
    const previousSha = previous.find(({ path }) => path === 'a.yaml')?.sha
    const files = [{ path: 'a.yaml', content, mode: '100644', previousSha }]
    return host.commit(
      repository.name,
      { base: { branch: 'main', commit: base }, newBranch, files, message: 'change a' },
      signal,
    )
  }
  const propose = async (repository: StagedRepository, branch: string) =>
    stageOf().host.createPullRequest(
      repository.name,
      { branch, base: 'main', title: 'a title', body: 'a body', draft: false },
      signal,
    )

  it('commits files on a new branch: one commit on the base, and nothing else changes', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' })
    const base = (await repository.git.head('main')) ?? ''
    const files = [
      { path: 'a.yaml', content: 'a: 2\n', mode: '100644', previousSha: blobSha('a: 1\n', base) },
      { path: 'new/deep/c.yaml', content: 'c: ü\n', mode: '100644', previousSha: undefined },
    ]
    const request = {
      base: { branch: 'main', commit: base },
      newBranch: 'change/1',
      files,
      message: 'two files',
    }
    const commit = await host.commit(repository.name, request, signal)
    await repository.fetch()
    const { git } = repository
    expect(await git.head('change/1')).to.equal(commit)
    expect(await git.text('rev-list', 'main..change/1')).to.equal(commit)
    expect(await git.text('rev-parse', `${commit}^`)).to.equal(base)
    expect(await git.head('main')).to.equal(base)
    expect(await git.text('diff', '--name-status', 'main', 'change/1')).to.equal(
      'M\ta.yaml\nA\tnew/deep/c.yaml',
    )
    expect(await git.text('show', 'change/1:new/deep/c.yaml')).to.equal('c: ü')
    expect(await git.text('log', '-1', '--format=%s', 'change/1')).to.equal('two files')
    await git.check()
  })

  it('keeps the mode of an executable file', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await repository.push('main', { 'run.sh': 'old\n' }, '100755')
    const base = (await repository.git.head('main')) ?? ''
    const files = [{ path: 'run.sh', content: 'new\n', mode: '100755', previousSha: blobSha('old\n', base) }]
    const request = { base: { branch: 'main', commit: base }, newBranch: 'run', files, message: 'run' }
    await host.commit(repository.name, request, signal)
    await repository.fetch()
    expect(await repository.git.text('ls-tree', 'run', 'run.sh')).to.match(/^100755 /)
  })

  it('adds a commit to a branch', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const first = await commitFiles(repository, 'change')
    const files = [
      { path: 'a.yaml', content: 'a: 3\n', mode: '100644', previousSha: blobSha('a: 2\n', first) },
    ]
    const request = {
      base: { branch: 'change', commit: first },
      newBranch: undefined,
      files,
      message: 'again',
    }
    const second = await host.commit(repository.name, request, signal)
    await repository.fetch()
    expect(await repository.git.text('rev-list', 'main..change')).to.equal(`${second}\n${first}`)
  })

  it('loses no update of a branch that has moved', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const base = (await repository.git.head('main')) ?? ''
    const moved = await repository.push('main', { 'a.yaml': 'a: theirs\n' })
    const files = [
      { path: 'a.yaml', content: 'a: ours\n', mode: '100644', previousSha: blobSha('a: 1\n', base) },
    ]
    const request = { base: { branch: 'main', commit: base }, newBranch: undefined, files, message: 'late' }
    expect(await failureOf(host.commit(repository.name, request, signal))).to.be.instanceOf(ConflictError)
    await repository.fetch()
    expect(await repository.git.head('main')).to.equal(moved)
  })

  it('reports a branch that exists, and leaves it alone', async () => {
    const { create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const first = await commitFiles(repository, 'change')
    const error = await failureOf(commitFiles(repository, 'change', 'a: other\n'))
    expect(error).to.be.instanceOf(HostConflictError)
    expect(error).to.have.property('problem', 'branch exists')
    await repository.fetch()
    expect(await repository.git.head('change')).to.equal(first)
  })

  it('deletes a branch', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await repository.branch('old/one', 'main')
    await host.deleteBranch(repository.name, 'old/one', signal)
    await repository.fetch()
    expect(await repository.git.head('old/one')).to.equal(undefined)
    expect(await host.branchHead(repository.name, 'old/one', signal)).to.equal(undefined)
  })

  it('creates a pull request, and finds it by its branch', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const commit = await commitFiles(repository, 'change/1')
    const created = await propose(repository, 'change/1')
    expect(created).to.include({ number: 1, state: 'open', title: 'a title', base: 'main' })
    expect(created.head).to.deep.equal({ branch: 'change/1', sha: commit, isOwn: true })
    expect(created.url).to.match(/^https?:/)
    const found = await host.pullRequestOf(repository.name, { branch: 'change/1', base: 'main' }, signal)
    expect(found).to.include({ number: 1, url: created.url })
    expect(
      (await host.openPullRequests(repository.name, 'main', signal)).map(({ number }) => number),
    ).to.deep.equal([1])
  })

  it('finds no pull request for a branch without one', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await commitFiles(repository, 'change')
    expect(await host.pullRequestOf(repository.name, { branch: 'change', base: 'main' }, signal)).to.equal(
      undefined,
    )
    expect(await host.openPullRequests(repository.name, 'main', signal)).to.deep.equal([])
  })

  it('reports a pull request that exists', async () => {
    const { create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await commitFiles(repository, 'change')
    await propose(repository, 'change')
    const error = await failureOf(propose(repository, 'change'))
    expect(error).to.have.property('problem', 'pull request exists')
  })

  it('finds a pull request that was closed', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    await commitFiles(repository, 'change')
    const { number } = await propose(repository, 'change')
    await repository.close(number)
    const found = await host.pullRequestOf(repository.name, { branch: 'change', base: 'main' }, signal)
    expect(found).to.include({ number, state: 'closed' })
    expect(await host.openPullRequests(repository.name, 'main', signal)).to.deep.equal([])
  })

  it('reports a pull request that does not exist by its number', async () => {
    const { host, create } = stageOf()
    const { name } = await create({ 'a.yaml': 'a: 1\n' })
    const error = await failureOf(host.pullRequest(name, 99, signal))
    expect(error).to.have.deep.property('fields', {
      repository: `${name.owner}/${name.repo}`,
      pullNumber: '99',
    })
  })

  for (const method of ['merge', 'squash', 'rebase'] as const)
    it(`merges by ${method}`, async () => {
      const { host, create } = stageOf()
      const repository = await create({ 'a.yaml': 'a: 1\n' })
      const headSha = await commitFiles(repository, 'change')
      const { number } = await propose(repository, 'change')
      await settled(host, repository, number)
      await host.merge(repository.name, number, { method, headSha }, signal)
      const merged = await host.pullRequest(repository.name, number, signal)
      await repository.fetch()
      const { git } = repository
      expect(merged).to.include({ state: 'merged', mergeSha: await git.head('main') })
      expect(await git.text('show', 'main:a.yaml')).to.equal('a: 2')
      const parents = await git.text('log', '-1', '--format=%P', 'main')
      expect(parents.split(' ')).to.have.length(method === 'merge' ? 2 : 1)
      await git.check()
    })

  it('merges nothing whose head has moved', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const headSha = await commitFiles(repository, 'change')
    const { number } = await propose(repository, 'change')
    await settled(host, repository, number)
    await repository.push('change', { 'a.yaml': 'a: sneaked in\n' })
    const attempt = host.merge(repository.name, number, { method: 'merge', headSha }, signal)
    expect(await failureOf(attempt)).to.be.instanceOf(ConflictError)
    await repository.fetch()
    expect(await repository.git.text('show', 'main:a.yaml')).to.equal('a: 1')
  })

  it('merges nothing that conflicts, with the reason of the host', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const headSha = await commitFiles(repository, 'change')
    await repository.push('main', { 'a.yaml': 'a: theirs\n' })
    const { number } = await propose(repository, 'change')
    const error = await failureOf(host.merge(repository.name, number, { method: 'merge', headSha }, signal))
    expect(error).to.be.instanceOf(ConflictError)
    expect(error).to.have.property('reason').that.is.a('string')
  })

  it('merges nothing twice', async () => {
    const { host, create } = stageOf()
    const repository = await create({ 'a.yaml': 'a: 1\n' })
    const headSha = await commitFiles(repository, 'change')
    const { number } = await propose(repository, 'change')
    await settled(host, repository, number)
    await host.merge(repository.name, number, { method: 'merge', headSha }, signal)
    await repository.fetch()
    const head = await repository.git.head('main')
    const again = host.merge(repository.name, number, { method: 'merge', headSha }, signal)
    expect(await failureOf(again)).to.be.instanceOf(ConflictError)
    await repository.fetch()
    expect(await repository.git.head('main')).to.equal(head)
  })
}
