import { notFound, pageOf, refusal, repositoryOperation } from './declare-operation.ts'
import type { HostResponse } from './types.ts'
import { GitError, type ListedEntry } from './git-repository.ts'

const EMPTY = refusal(409, 'Git Repository is empty.')

interface TreeInput {
  readonly path: string
  readonly mode: string
  readonly content?: string
  readonly sha?: string | null
}

function entryShape({ path, mode, type, sha, size }: ListedEntry) {
  return { path, mode, type, sha, ...(size === undefined ? {} : { size }), url: 'https://example.invalid' }
}

/** Returns the name of a ref below `refs/`. */
function refOf(text: unknown): string {
  return String(text).replace(/^refs\//, '')
}

async function wrongRef(attempt: () => Promise<HostResponse>): Promise<HostResponse> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof GitError) return refusal(422, 'Reference already exists')
    throw error
  }
}

export const gitOperations = [
  repositoryOperation('GET /repos/{owner}/{repo}/branches', async (repository, request) => {
    const branches = await repository.git.branches()
    return pageOf(
      branches.map(({ name, sha }) => ({
        name,
        commit: { sha, url: 'https://example.invalid' },
        protected: repository.protected.has(name),
      })),
      request,
      `/repos/${repository.owner}/${repository.name}/branches`,
    )
  }),
  repositoryOperation('GET /repos/{owner}/{repo}/commits/{ref}', async ({ git }, { params, accept }) => {
    const { ref = '' } = params
    if ((await git.branches()).length === 0) return EMPTY
    const commit = (await git.head(ref)) ?? (await git.resolve(ref))
    if (commit === undefined) return refusal(422, `No commit found for SHA: ${ref}`)
    if (!accept.includes('.sha')) return refusal(422, 'this host plays the media type of a sha only')
    return { status: 200, raw: Buffer.from(commit) }
  }),
  repositoryOperation('GET /repos/{owner}/{repo}/git/ref/{ref}', async ({ git }, { params }) => {
    if ((await git.branches()).length === 0) return EMPTY
    const ref = params['ref'] ?? ''
    const sha = await git.resolve(`refs/${ref}`)
    if (sha === undefined) return notFound
    return { status: 200, body: { ref: `refs/${ref}`, object: { type: 'commit', sha } } }
  }),
  repositoryOperation('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', async ({ git }, { params }) => {
    const { commit_sha: sha = '' } = params
    if ((await git.resolve(sha)) === undefined) return notFound
    return { status: 200, body: { sha, tree: { sha: await git.text('rev-parse', `${sha}^{tree}`) } } }
  }),
  repositoryOperation(
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
    async ({ git, treeLimit }, { params, query }) => {
      const { tree_sha: sha = '' } = params
      if ((await git.branches()).length === 0) return EMPTY
      try {
        const entries = await git.list(sha, query.has('recursive'))
        const truncated = query.has('recursive') && entries.length > treeLimit
        const tree = entries.slice(0, truncated ? treeLimit : entries.length).map(entryShape)
        return { status: 200, body: { sha, url: 'https://example.invalid', tree, truncated } }
      } catch {
        return notFound
      }
    },
  ),
  repositoryOperation(
    'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    async ({ git }, { params, accept }) => {
      if (!accept.includes('.raw')) return refusal(422, 'this host plays the raw media type only')
      try {
        return { status: 200, raw: await git.blob(params['file_sha'] ?? '') }
      } catch {
        return notFound
      }
    },
  ),
  repositoryOperation('POST /repos/{owner}/{repo}/git/trees', async ({ git }, { body }) => {
    if ((await git.branches()).length === 0) return EMPTY
    const entries = await Promise.all(
      (body['tree'] as TreeInput[]).map(async ({ path, mode, content, sha = null }) => ({
        path,
        mode,
        sha: content === undefined ? sha : await git.writeBlob(content),
      })),
    )
    const base = body['base_tree']
    const sha = await git.writeTree(typeof base === 'string' ? base : undefined, entries)
    const tree = (await git.list(sha, false)).map(entryShape)
    return { status: 201, body: { sha, url: 'https://example.invalid', tree, truncated: false } }
  }),
  repositoryOperation('POST /repos/{owner}/{repo}/git/commits', async ({ git }, { body }) => {
    const tree = String(body['tree'])
    const sha = await git.commitTree(tree, body['parents'] as string[], String(body['message']))
    return { status: 201, body: { sha, tree: { sha: tree }, message: body['message'] } }
  }),
  repositoryOperation('POST /repos/{owner}/{repo}/git/refs', async ({ git }, { body }) =>
    wrongRef(async () => {
      const sha = String(body['sha'])
      await git.updateRef(`refs/${refOf(body['ref'])}`, sha, undefined)
      return { status: 201, body: { ref: body['ref'], object: { type: 'commit', sha } } }
    }),
  ),
  repositoryOperation('PATCH /repos/{owner}/{repo}/git/refs/{ref}', async ({ git }, { params, body }) => {
    const ref = `refs/${params['ref'] ?? ''}`
    const sha = String(body['sha'])
    const old = await git.resolve(ref)
    if (old === undefined) return refusal(422, 'Reference does not exist')
    const base = await git.text('merge-base', old, sha)
    if (base !== old) return refusal(422, 'Update is not a fast forward')
    return wrongRef(async () => {
      await git.updateRef(ref, sha, old)
      return { status: 200, body: { ref, object: { type: 'commit', sha } } }
    })
  }),
  repositoryOperation('DELETE /repos/{owner}/{repo}/git/refs/{ref}', async ({ git }, { params }) => {
    const ref = `refs/${params['ref'] ?? ''}`
    if ((await git.resolve(ref)) === undefined) return refusal(422, 'Reference does not exist')
    await git.git(['update-ref', '-d', ref])
    return { status: 204 }
  }),
]
