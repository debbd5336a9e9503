import { repositoryShape } from './account-operations.ts'
import { notFound, pageOf, refusal, repositoryOperation } from './declare-operation.ts'
import type { HostState, HostedPull, HostedRepository, HostRequest } from './types.ts'

const METHODS: ReadonlySet<unknown> = new Set(['merge', 'squash', 'rebase'])

/** Returns a pull request as lists have it; its head stays where it was when the branch is gone. */
async function shapeOf(host: HostState, repository: HostedRepository, pull: HostedPull) {
  const { number, title, body, head, base, draft, state, mergeSha } = pull
  const { owner, name, git } = repository
  const repo = repositoryShape(host, repository)
  const headSha = (await git.head(head)) ?? mergeSha ?? '0'.repeat(40)
  return {
    id: number,
    number,
    title,
    body,
    draft,
    state,
    html_url: `${host.url}/${owner}/${name}/pull/${number}`,
    head: { label: `${owner}:${head}`, ref: head, sha: headSha, repo },
    base: { label: `${owner}:${base}`, ref: base, sha: (await git.head(base)) ?? '', repo },
    merged_at: mergeSha === undefined ? null : '2026-11-20T11:25:00Z',
    merge_commit_sha: mergeSha ?? null,
  }
}

async function detailOf({ host }: HostRequest, repository: HostedRepository, pull: HostedPull) {
  const { git } = repository
  const [head, base] = await Promise.all([git.head(pull.head), git.head(pull.base)])
  const isMergeable =
    head !== undefined && base !== undefined && (await git.mergeTree(base, head)) !== undefined
  const isComputing = pull.computing > 0 && pull.computing-- > 0
  return {
    ...(await shapeOf(host, repository, pull)),
    merged: pull.mergeSha !== undefined,
    mergeable: pull.state === 'closed' || isComputing ? null : isMergeable,
    mergeable_state: isMergeable ? 'clean' : 'dirty',
  }
}

export const pullOperations = [
  repositoryOperation('GET /repos/{owner}/{repo}/pulls', async (repository, request) => {
    const { query, host } = request
    const state = query.get('state') ?? 'open'
    const head = query.get('head')
    const base = query.get('base')
    const found = repository.pulls
      .filter((one) => state === 'all' || one.state === state)
      .filter((one) => head === null || head === `${repository.owner}:${one.head}`)
      .filter((one) => base === null || one.base === base)
      .toReversed()
    const shapes = await Promise.all(found.map((one) => shapeOf(host, repository, one)))
    return pageOf(shapes, request, `/repos/${repository.owner}/${repository.name}/pulls`)
  }),
  repositoryOperation('POST /repos/{owner}/{repo}/pulls', async (repository, request) => {
    const { git, pulls } = repository
    const { head, base, title, body, draft = false } = request.body as Partial<HostedPull>
    if (head === undefined || base === undefined) return refusal(422, 'Validation Failed', 'head is missing')
    if (draft && !repository.drafts)
      return refusal(422, 'Draft pull requests are not supported in this repository.')
    const [headSha, baseSha] = await Promise.all([git.head(head), git.head(base)])
    if (headSha === undefined || baseSha === undefined)
      return refusal(422, 'Validation Failed', 'head is invalid')
    if (pulls.some((one) => one.state === 'open' && one.head === head && one.base === base))
      return refusal(
        422,
        'Validation Failed',
        `A pull request already exists for ${repository.owner}:${head}.`,
      )
    if ((await git.text('rev-list', '--count', `${baseSha}..${headSha}`)) === '0')
      return refusal(422, 'Validation Failed', `No commits between ${base} and ${head}`)
    const pull: HostedPull = {
      number: pulls.length + 1,
      title: title ?? '',
      body: body ?? '',
      head,
      base,
      draft,
      state: 'open',
      mergeSha: undefined,
      computing: 0,
    }
    pulls.push(pull)
    return { status: 201, body: await detailOf(request, repository, pull) }
  }),
  repositoryOperation('GET /repos/{owner}/{repo}/pulls/{pull_number}', async (repository, request) => {
    const pull = repository.pulls.find(({ number }) => String(number) === request.params['pull_number'])
    return pull === undefined ? notFound : { status: 200, body: await detailOf(request, repository, pull) }
  }),
  repositoryOperation(
    'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    async (repository, { params, body }) => {
      const { git } = repository
      const pull = repository.pulls.find(({ number }) => String(number) === params['pull_number'])
      if (pull === undefined) return notFound
      const { merge_method: method = 'merge' } = body
      const [head, base] = await Promise.all([git.head(pull.head), git.head(pull.base)])
      if (!METHODS.has(method) || head === undefined || base === undefined)
        return refusal(422, 'Validation Failed')
      if (pull.state === 'closed' || repository.protected.has(pull.base))
        return refusal(405, 'Pull Request is not mergeable')
      if (body['sha'] !== undefined && body['sha'] !== head)
        return refusal(409, 'Head branch was modified. Review and try the merge again.')
      const tree = await git.mergeTree(base, head)
      if (tree === undefined) return refusal(405, 'Pull Request is not mergeable')
      const parents = method === 'merge' ? [base, head] : [base]
      const sha = await git.commitTree(tree, parents, `Merge pull request #${pull.number}`)
      await git.updateRef(`refs/heads/${pull.base}`, sha, base)
      pull.state = 'closed'
      pull.mergeSha = sha
      return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } }
    },
  ),
]
