import { expect } from 'chai'
import { systemClock } from '../../server/core/clock.ts'
import { branchOf, branchStem } from '../../server/features/repohost/change/branch-name.ts'
import { mergePullRequest, type Merge } from '../../server/features/repohost/change/merge-pull-request.ts'
import {
  proposeChange,
  type Change,
  type ProposedChange,
} from '../../server/features/repohost/change/propose-change.ts'
import type { RepositoryHost } from '../../server/features/repohost/host/repository-host.ts'
import { signal } from './attempts.ts'
import type { Stage, StagedRepository } from './stage.ts'

export const FILES = { 'apps/web.yaml': 'a: 1\n', 'apps/db.yaml': 'b: 1\n' }
export const CHANGED = [{ path: 'apps/web.yaml', content: 'a: 2\n' }]

interface Options {
  readonly files?: Change['files']
  readonly branch?: string
  readonly base?: string
  readonly update?: boolean
  readonly host?: RepositoryHost
  readonly record?: () => Promise<void>
  readonly signal?: AbortSignal
}

/** Returns a host some of whose calls behave otherwise. */
export function overridden(host: RepositoryHost, changes: Partial<RepositoryHost>): RepositoryHost {
  return new Proxy(host, {
    get: (target, name: keyof RepositoryHost) => changes[name] ?? target[name].bind(target),
  })
}

/** Returns functions that change repositories of a stage, and look at the result. */
export function changesOf(stageOf: () => Stage) {
  const propose = async (repository: StagedRepository, options: Options = {}): Promise<ProposedChange> => {
    const { host } = stageOf()
    const { files = CHANGED, base = 'main', branch } = options
    const stem = branchStem({ namespace: 'shop', name: 'web' })
    const change: Change = {
      repository: await host.repository(repository.name, signal),
      base,
      branch: branch ?? branchOf(stem, { name: repository.name, base, files }),
      isBranchOfCaller: branch !== undefined,
      updateStem: options.update === true ? (branch ?? stem) : undefined,
      files,
      message: 'change web',
      title: 'change web',
      describe: () => 'Requested-by: `test`',
      draft: false,
    }
    return proposeChange(change, {
      host: options.host ?? host,
      time: systemClock,
      draftFallback: false,
      record: options.record ?? (async () => undefined),
      signal: options.signal ?? signal,
    })
  }
  const merge = async (repository: StagedRepository, number: number, more: Partial<Merge> = {}) => {
    const { host } = stageOf()
    return mergePullRequest(
      {
        repository: await host.repository(repository.name, signal),
        number,
        method: 'merge',
        expectedHeadSha: undefined,
        deleteBranch: undefined,
        ...more,
      },
      { host, time: systemClock, record: async () => undefined, signal },
    )
  }
  /** Expects these branches besides main, and a whole repository. */
  const expectBranches = async (repository: StagedRepository, ...names: string[]): Promise<void> => {
    await repository.fetch()
    const branches = (await repository.git.branches()).map(({ name }) => name)
    expect(branches.toSorted()).to.deep.equal([...names, 'main'].toSorted())
    await repository.git.check()
  }
  const openNumbers = async (repository: StagedRepository) =>
    (await stageOf().host.openPullRequests(repository.name, 'main', signal)).map(({ number }) => number)

  return { propose, merge, expectBranches, openNumbers }
}
