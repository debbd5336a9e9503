import { expect } from 'chai'
import { ConflictError, HostError } from '../../server/core/errors.ts'
import { UnknownOutcomeError } from '../../server/features/repohost/host/host-errors.ts'
import { failureOf, settled } from './attempts.ts'
import { changesOf, FILES, overridden } from './changes.ts'
import type { Stage } from './stage.ts'

/** The contract of merges, and of changes that fail, for each adapter. Git judges what happened. */
export function describeFailures(stageOf: () => Stage): void {
  const { propose, merge, expectBranches, openNumbers } = changesOf(stageOf)

  it('completes the change of a caller who ended after the commit', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    // The process ends here: nothing after the commit is sent, and nothing is undone.
    const killed = () => new Promise<never>(() => undefined)
    const reached = Promise.withResolvers<void>()
    const dying = overridden(host, {
      createPullRequest: () => {
        reached.resolve()
        return killed()
      },
    })
    void propose(repository, { host: dying })
    await reached.promise
    expect(await openNumbers(repository)).to.deep.equal([])
    const { isCreated, pullRequest } = await propose(repository)
    expect(isCreated).to.equal(true)
    await expectBranches(repository, pullRequest.head.branch)
    expect(await repository.git.text('rev-list', '--count', `main..${pullRequest.head.branch}`)).to.equal('1')
  })

  it('finds the change of a caller who ended after the pull request', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    const reached = Promise.withResolvers<void>()
    const dying = overridden(host, {
      createPullRequest: async (...all) => {
        await host.createPullRequest(...all)
        reached.resolve()
        return new Promise<never>(() => undefined)
      },
    })
    void propose(repository, { host: dying })
    await reached.promise
    const { isCreated } = await propose(repository)
    expect(isCreated).to.equal(false)
    expect(await openNumbers(repository)).to.have.length(1)
  })

  const lost = () => new UnknownOutcomeError('could not do it', 'no complete response within 10 s (time-out)')

  it('finds its commit if the response is lost', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    const losing = overridden(host, {
      commit: async (...all) => {
        await host.commit(...all)
        throw lost()
      },
    })
    const { isCreated, pullRequest, commit } = await propose(repository, { host: losing })
    expect(isCreated).to.equal(true)
    await expectBranches(repository, pullRequest.head.branch)
    expect(await repository.git.head(pullRequest.head.branch)).to.equal(commit)
  })

  it('finds its pull request if the response is lost', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    const losing = overridden(host, {
      createPullRequest: async (...all) => {
        await host.createPullRequest(...all)
        throw lost()
      },
    })
    const { isCreated, pullRequest } = await propose(repository, { host: losing })
    expect(isCreated).to.equal(true)
    expect(await openNumbers(repository)).to.deep.equal([pullRequest.number])
    await expectBranches(repository, pullRequest.head.branch)
  })

  it('leaves no branch if the commit did not happen', async () => {
    const repository = await stageOf().create(FILES)
    const failing = overridden(stageOf().host, { commit: async () => Promise.reject(lost()) })
    expect(await failureOf(propose(repository, { host: failing }))).to.be.instanceOf(HostError)
    await expectBranches(repository)
  })

  it('leaves no branch if the pull request fails', async () => {
    const repository = await stageOf().create(FILES)
    for (const error of [lost(), new ConflictError('drafts are refused')]) {
      const failing = overridden(stageOf().host, { createPullRequest: async () => Promise.reject(error) })
      expect(await failureOf(propose(repository, { host: failing }))).to.equal(error)
      await expectBranches(repository)
    }
  })

  it('leaves no branch if the caller disconnects after the commit', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    const caller = new AbortController()
    const leaving = overridden(host, {
      commit: async (...all) => {
        const commit = await host.commit(...all)
        caller.abort(new Error('the client disconnected'))
        return commit
      },
    })
    await failureOf(propose(repository, { host: leaving, signal: caller.signal }))
    await expectBranches(repository)
  })

  it('names the branch that could not be removed', async () => {
    const repository = await stageOf().create(FILES)
    const failing = overridden(stageOf().host, {
      createPullRequest: async () => Promise.reject(lost()),
      deleteBranch: async () =>
        Promise.reject(new HostError('could not delete', 'the host responded with status 500')),
    })
    const error = await failureOf(propose(repository, { host: failing }))
    expect(error).to.be.instanceOf(HostError)
    expect(error)
      .to.have.property('details')
      .that.matches(/branch "cluster-inspector\/shop\/web-[0-9a-f]{12}" may be left/)
  })

  it('merges a change, and deletes the branch that it created', async () => {
    const repository = await stageOf().create(FILES)
    const { pullRequest } = await propose(repository)
    const { sha, message } = await merge(repository, pullRequest.number)
    await expectBranches(repository)
    expect(sha).to.equal(await repository.git.head('main'))
    expect(message).to.match(/merged, its branch is deleted$/)
    expect(await repository.git.text('show', 'main:apps/web.yaml')).to.equal('a: 2')
    expect((await merge(repository, pullRequest.number)).message).to.equal('already merged')
  })

  it('keeps a branch of others, unless its deletion is wanted', async () => {
    const repository = await stageOf().create(FILES)
    const { pullRequest } = await propose(repository, { branch: 'theirs' })
    await merge(repository, pullRequest.number)
    await expectBranches(repository, 'theirs')
  })

  it('merges nothing whose head is not the expected one', async () => {
    const repository = await stageOf().create(FILES)
    const { pullRequest } = await propose(repository)
    const expectedHeadSha = (await repository.git.head('main')) ?? ''
    const error = await failureOf(merge(repository, pullRequest.number, { expectedHeadSha }))
    expect(error).to.be.instanceOf(ConflictError).with.property('message').that.includes('has moved')
  })

  it('merges no pull request that is closed or conflicts', async () => {
    const repository = await stageOf().create(FILES)
    const { host } = stageOf()
    const closed = await propose(repository)
    await settled(host, repository, closed.pullRequest.number)
    await repository.close(closed.pullRequest.number)
    expect((await failureOf(merge(repository, closed.pullRequest.number))).message).to.match(/is closed$/)
    const files = [{ path: 'apps/web.yaml', content: 'a: ours\n' }]
    const { pullRequest } = await propose(repository, { files })
    await repository.push('main', { 'apps/web.yaml': 'a: theirs\n' })
    expect(await failureOf(merge(repository, pullRequest.number))).to.be.instanceOf(ConflictError)
    await repository.fetch()
    expect(await repository.git.text('show', 'main:apps/web.yaml')).to.equal('a: theirs')
  })
}
