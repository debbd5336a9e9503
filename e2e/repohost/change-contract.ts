import { expect } from 'chai'
import { ConflictError } from '../../server/core/errors.ts'
import { failureOf } from './attempts.ts'
import { CHANGED, changesOf, FILES } from './changes.ts'
import type { Stage } from './stage.ts'

/** The contract of changes, for each adapter. Git judges what happened. */
export function describeChanges(stageOf: () => Stage): void {
  const { propose, expectBranches, openNumbers } = changesOf(stageOf)

  it('proposes one commit with every file, and leaves the base alone', async () => {
    const repository = await stageOf().create(FILES)
    const base = await repository.git.head('main')
    const files = [...CHANGED, { path: 'new/x.yaml', content: 'x: 1\n' }]
    const { isCreated, pullRequest, commit } = await propose(repository, { files })
    expect([isCreated, pullRequest.state, pullRequest.head.sha]).to.deep.equal([true, 'open', commit])
    expect(pullRequest.head.branch).to.match(/^cluster-inspector\/shop\/web-[0-9a-f]{12}$/)
    await expectBranches(repository, pullRequest.head.branch)
    expect(await repository.git.head('main')).to.equal(base)
    expect(await repository.git.text('rev-list', `main..${commit}`)).to.equal(commit)
    expect(await repository.git.text('diff', '--name-status', 'main', commit)).to.equal(
      'M\tapps/web.yaml\nA\tnew/x.yaml',
    )
  })

  it('proposes a hundred files by one commit', async () => {
    const repository = await stageOf().create(FILES)
    const files = Array.from({ length: 100 }, (_, number) => ({
      path: `many/${number}.yaml`,
      content: `n: ${number}\n`,
    }))
    const { commit } = await propose(repository, { files })
    await repository.fetch()
    expect(await repository.git.text('rev-list', '--count', `main..${commit}`)).to.equal('1')
    expect(await repository.git.text('diff', '--shortstat', 'main', commit)).to.match(/^100 files changed/)
  })

  it('finds the pull request of the same content', async () => {
    const repository = await stageOf().create(FILES)
    const first = await propose(repository)
    const second = await propose(repository)
    expect(second).to.include({ isCreated: false, commit: first.commit })
    expect(second.pullRequest.number).to.equal(first.pullRequest.number)
    expect(await openNumbers(repository)).to.deep.equal([first.pullRequest.number])
    await expectBranches(repository, first.pullRequest.head.branch)
  })

  it('creates one pull request for two callers at once', async () => {
    const repository = await stageOf().create(FILES)
    const both = await Promise.allSettled([propose(repository), propose(repository)])
    const done = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done.length).to.be.greaterThan(0)
    expect(new Set(done.map(({ pullRequest }) => pullRequest.number)).size).to.equal(1)
    expect(await openNumbers(repository)).to.have.length(1)
    await expectBranches(repository, done[0]?.pullRequest.head.branch ?? '')
    const again = await propose(repository)
    expect(again.pullRequest.number).to.equal(done[0]?.pullRequest.number)
  })

  it('refuses a change of nothing, before it writes', async () => {
    const repository = await stageOf().create(FILES)
    const files = [{ path: 'apps/web.yaml', content: 'a: 1\n' }]
    let isRecorded = false
    const error = await failureOf(
      propose(repository, { files, record: async () => void (isRecorded = true) }),
    )
    expect(error)
      .to.be.instanceOf(ConflictError)
      .with.property('message')
      .that.matches(/^nothing to change/)
    expect(isRecorded).to.equal(false)
    await expectBranches(repository)
  })

  it('refuses a file that has changed since, by its path', async () => {
    const repository = await stageOf().create(FILES)
    const sha = '1'.repeat(40)
    const error = await failureOf(propose(repository, { files: [{ ...CHANGED[0], sha } as never] }))
    expect(error)
      .to.be.instanceOf(ConflictError)
      .with.property('message')
      .that.includes('"apps/web.yaml" has changed')
    await expectBranches(repository)
  })

  it('writes nothing that cannot be recorded', async () => {
    const repository = await stageOf().create(FILES)
    const record = async () => {
      throw new ConflictError('not recorded')
    }
    expect((await failureOf(propose(repository, { record }))).message).to.equal('not recorded')
    await expectBranches(repository)
  })

  it('loses no update of a base that moves between', async () => {
    const repository = await stageOf().create(FILES)
    const record = async () => void (await repository.push('main', { 'apps/db.yaml': 'b: theirs\n' }))
    const { commit } = await propose(repository, { record })
    await repository.fetch()
    expect(await repository.git.text('show', 'main:apps/db.yaml')).to.equal('b: theirs')
    expect(await repository.git.text('diff', '--name-only', `main...${commit}`)).to.equal('apps/web.yaml')
  })

  it('overwrites nothing of a base whose file moves between', async () => {
    const repository = await stageOf().create(FILES)
    const record = async () => void (await repository.push('main', { 'apps/web.yaml': 'a: theirs\n' }))
    await propose(repository, { record }).catch((error: unknown) =>
      expect(error).to.be.instanceOf(ConflictError),
    )
    await repository.fetch()
    expect(await repository.git.text('show', 'main:apps/web.yaml')).to.equal('a: theirs')
    const merged = await repository.git.branches()
    for (const { sha } of merged)
      expect(await repository.git.text('merge-base', 'main', sha)).to.match(/^[0-9a-f]{40}$/)
  })

  it('adds a commit to the open pull request of the object if that is wanted', async () => {
    const repository = await stageOf().create(FILES)
    const first = await propose(repository)
    const files = [{ path: 'apps/web.yaml', content: 'a: 3\n' }]
    const second = await propose(repository, { files, update: true })
    expect(second.isCreated).to.equal(false)
    expect(second.pullRequest.number).to.equal(first.pullRequest.number)
    await expectBranches(repository, first.pullRequest.head.branch)
    expect(await repository.git.text('rev-list', `main..${second.commit}`)).to.equal(
      `${second.commit}\n${first.commit}`,
    )
    const third = await propose(repository, { files, update: true })
    expect(third.commit).to.equal(second.commit)
  })

  it('creates another pull request for other content', async () => {
    const repository = await stageOf().create(FILES)
    const first = await propose(repository)
    const second = await propose(repository, { files: [{ path: 'apps/web.yaml', content: 'a: 3\n' }] })
    expect(second.isCreated).to.equal(true)
    expect(second.pullRequest.number).to.not.equal(first.pullRequest.number)
  })

  it('numbers the branch if the pull request of the content was closed', async () => {
    const repository = await stageOf().create(FILES)
    const { pullRequest } = await propose(repository)
    await repository.close(pullRequest.number)
    const second = await propose(repository)
    expect(second.isCreated).to.equal(true)
    expect(second.pullRequest.head.branch).to.equal(`${pullRequest.head.branch}-2`)
    const third = await propose(repository)
    expect([third.isCreated, third.pullRequest.number]).to.deep.equal([false, second.pullRequest.number])
  })

  it('keeps an executable file executable', async () => {
    const repository = await stageOf().create(FILES)
    await repository.push('main', { 'run.sh': 'old\n' }, '100755')
    const { commit } = await propose(repository, { files: [{ path: 'run.sh', content: 'new\n' }] })
    await repository.fetch()
    expect(await repository.git.text('ls-tree', commit, 'run.sh')).to.match(/^100755 /)
  })

  for (const [kind, path] of [
    ['symlink', 'link'],
    ['dir', 'apps'],
    ['file', 'apps/web.yaml/below'],
    ['symlink', 'link/below'],
  ] as const)
    it(`refuses to write to ${path}, at a ${kind}`, async () => {
      const repository = await stageOf().create(FILES)
      await repository.push('main', { link: 'apps' }, '120000')
      const error = await failureOf(propose(repository, { files: [{ path, content: 'x' }] }))
      expect(error).to.be.instanceOf(ConflictError).with.property('message').that.includes(`is a ${kind}`)
      await expectBranches(repository)
    })

  it('refuses a change of an empty repository', async () => {
    const repository = await stageOf().create()
    expect((await failureOf(propose(repository))).message).to.match(/is empty/)
  })

  it('refuses a base branch that does not exist', async () => {
    const repository = await stageOf().create(FILES)
    expect((await failureOf(propose(repository, { base: 'none' }))).message).to.match(/has no branch "none"/)
  })

  it('refuses a branch of the caller that has other content', async () => {
    const repository = await stageOf().create(FILES)
    await repository.branch('mine', 'main')
    const error = await failureOf(propose(repository, { branch: 'mine' }))
    expect(error)
      .to.be.instanceOf(ConflictError)
      .with.property('message')
      .that.includes('"mine" exists already')
    await expectBranches(repository, 'mine')
  })
}
