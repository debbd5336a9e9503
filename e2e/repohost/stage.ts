import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { systemClock } from '../../server/core/clock.ts'
import { MemoryLedger } from '../../server/core/memory-ledger.ts'
import { GitHubClient } from '../../server/features/repohost/github/github-client.ts'
import { GitHubHost } from '../../server/features/repohost/github/github-host.ts'
import { GiteaClient } from '../../server/features/repohost/gitea/gitea-client.ts'
import { GiteaHost } from '../../server/features/repohost/gitea/gitea-host.ts'
import { HostCache } from '../../server/features/repohost/host/host-cache.ts'
import { FileToken } from '../../server/features/repohost/host/host-credential.ts'
import { HostTransport } from '../../server/features/repohost/host/host-transport.ts'
import type { RepositoryHost, RepositoryName } from '../../server/features/repohost/host/repository-host.ts'
import { parseHostUrl } from '../../server/outbound/host-url.ts'
import { OutboundClient } from '../../server/outbound/outbound-client.ts'
import { openFolder } from '../support/folder.ts'
import { GitHost, TOKEN } from '../support/git-host/git-host.ts'
import { GitRepository } from '../support/git-host/git-repository.ts'
import { until } from '../support/until.ts'

type Files = Readonly<Record<string, string | Buffer>>

/** A repository of a stage, with Git itself as the judge of what happened. */
export interface StagedRepository {
  readonly name: RepositoryName
  /** A bare repository with the state of the host, as of the last `fetch`. */
  readonly git: GitRepository
  fetch(): Promise<void>
  /** Commits files to a branch as somebody else. */
  push(branch: string, files: Readonly<Record<string, string | null>>, mode?: string): Promise<string>
  /** Creates a branch at the head of another. */
  branch(name: string, from: string): Promise<void>
  /** Creates branches at a commit. */
  branches(names: readonly string[], commit: string): Promise<void>
  /** Closes a pull request without a merge. */
  close(number: number): Promise<void>
}

/** A host to run the contract of the port against. */
export interface Stage {
  readonly title: string
  readonly host: RepositoryHost
  readonly login: string
  readonly create: (files?: Files) => Promise<StagedRepository>
  /** Called after each case: throws if the host noticed a fault of the adapter. */
  readonly check: () => void
}

/** Returns the transport to a host, with a token in a file. */
export function transportTo(url: string, token: string): HostTransport {
  const base = parseHostUrl(url, { allowHttp: true })
  const client = new OutboundClient({ base, ca: undefined, userAgent: 'test', time: systemClock })
  closeAfterwards('an outbound client', () => client.close())
  const file = join(openFolder('token'), 'token')
  writeFileSync(file, `${token}\n`)
  return new HostTransport(client, new FileToken(file), new HostCache(new MemoryLedger(2 ** 26)))
}

/** Returns the GitHub adapter for a host of the tests. */
export function gitHubHostOf(host: GitHost): GitHubHost {
  const client = new GitHubClient(host.url, transportTo(host.url, TOKEN), Date.now)
  return new GitHubHost({ client, name: 'GitHub', installation: undefined })
}

export async function openGitHubStage(): Promise<Stage & { readonly gitHost: GitHost }> {
  const gitHost = await GitHost.open()
  return {
    title: 'github',
    host: gitHubHostOf(gitHost),
    gitHost,
    login: 'robot',
    create: async (files = {}) => {
      const name = `shop/r${randomBytes(4).toString('hex')}`
      const { git, pulls, owner, name: repo } = await gitHost.create(name, files)
      return {
        name: { owner, repo },
        git,
        fetch: async () => undefined,
        push: (branch, changed, mode) => git.push(branch, changed, mode),
        branch: async (branch, from) =>
          git.updateRef(`refs/heads/${branch}`, (await git.head(from)) ?? '', undefined),
        branches: async (names, commit) => {
          for (const one of names) await git.updateRef(`refs/heads/${one}`, commit, undefined)
        },
        close: async (number) => {
          const pull = pulls.find((one) => one.number === number)
          if (pull !== undefined) pull.state = 'closed'
        },
      }
    },
    check: () => {
      const [first] = gitHost.differences.splice(0)
      if (first !== undefined) throw new Error(first)
    },
  }
}

/** Returns a function that calls the API of a real Gitea or Forgejo. */
export function giteaApi(url: string, token: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
}

/** Returns the stage of a real Gitea or Forgejo, with the token of an account. */
export function openGiteaStage(url: string, token: string): Stage {
  const host = new GiteaHost(new GiteaClient(url, transportTo(url, token), Date.now), 'Gitea')
  const api = giteaApi(url, token)
  const login = process.env['FORGE_USER'] ?? 'forge'
  return {
    title: 'gitea',
    host,
    login,
    create: async (files = {}) => {
      const repo = `r${randomBytes(6).toString('hex')}`
      await api('POST', '/user/repos', { name: repo, default_branch: 'main', private: true })
      closeAfterwards('a repository', () => api('DELETE', `/repos/${login}/${repo}`))
      const folder = join(openFolder('judge'), repo)
      mkdirSync(folder)
      const git = new GitRepository(folder)
      await git.init('main')
      const remote = `${url.replace('://', `://${login}:${token}@`)}/${login}/${repo}.git`
      const fetchAll = async () => {
        await git.git(['fetch', '--quiet', '--prune', '--force', remote, '+refs/heads/*:refs/heads/*'])
      }
      const send = async (branch: string) => {
        await git.git(['push', '--quiet', remote, `refs/heads/${branch}:refs/heads/${branch}`])
        // Gitea learns of a push a moment later, and fails for a branch of a repository that it believes to be empty.
        await until('Gitea to notice a push', async () => {
          const name = { owner: login, repo }
          const head = await host.branchHead(name, branch, new AbortController().signal).catch(() => '')
          return head === (await git.head(branch)) ? true : undefined
        })
      }
      if (Object.keys(files).length > 0) {
        await git.push('main', files)
        await send('main')
      }
      return {
        name: { owner: login, repo },
        git,
        fetch: fetchAll,
        push: async (branch, changed, mode) => {
          await fetchAll()
          const commit = await git.push(branch, changed, mode)
          await send(branch)
          return commit
        },
        branch: async (branch, from) => {
          await fetchAll()
          await git.updateRef(`refs/heads/${branch}`, (await git.head(from)) ?? '', undefined)
          await send(branch)
        },
        branches: async (names, commit) => {
          for (const one of names) await git.updateRef(`refs/heads/${one}`, commit, undefined)
          await git.git([
            'push',
            '--quiet',
            remote,
            ...names.map((one) => `refs/heads/${one}:refs/heads/${one}`),
          ])
        },
        close: async (number) => {
          await api('PATCH', `/repos/${login}/${repo}/pulls/${number}`, { state: 'closed' })
        },
      }
    },
    check: () => undefined,
  }
}
