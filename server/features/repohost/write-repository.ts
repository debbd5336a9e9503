import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { WriteOutcome } from '../../cluster/write/write-audit.ts'
import type { Clock } from '../../core/clock.ts'
import { InvalidRequestError } from '../../core/errors.ts'
import type { CallLimiter } from '../../core/call-limiter.ts'
import type { CreatedPr, CreateMultiFilePr, CreatePr, MergedPr, MergePr } from './change-schema.ts'
import { branchOf, branchStem } from './change/branch-name.ts'
import { checkFiles, type FileRules } from './change/check-files.ts'
import { describeChange } from './change/describe-change.ts'
import { patchManifest } from './change/patch-manifest.ts'
import { readBase } from './change/read-base.ts'
import { mergePullRequest } from './change/merge-pull-request.ts'
import { proposeChange, type Change, type ProposedChange } from './change/propose-change.ts'
import type { WritePace } from './change/write-pace.ts'
import type { HostAccess } from './host-access.ts'
import type { Repository, RepositoryHost, RepositoryName } from './host/repository-host.ts'
import { refProblem, requireNames } from './names.ts'

export interface WriterDependencies {
  readonly auditLog: Pick<AuditLog, 'recordWrite'>
  readonly pace: WritePace
  readonly limiter: CallLimiter
  readonly rules: FileRules & { readonly draftFallback: boolean }
  readonly time: Clock
}

/** One request to change a repository. */
export interface WriteCall {
  readonly access: HostAccess
  readonly actor: RequestActor
  /** Name of the context of the request, for the description. */
  readonly context: string
  readonly signal: AbortSignal
}

interface RequestedChange extends RepositoryName {
  readonly baseBranch?: string | undefined
  readonly files: Change['files']
  readonly title: string
  readonly message: string
  readonly body?: string | undefined
  readonly draft?: boolean | undefined
  readonly update?: boolean | undefined
  /** Branch that the caller names. */
  readonly branch?: string | undefined
  readonly object?: { readonly namespace: string; readonly name: string }
}

/** Pull requests and merges, for one request. */
export class RepositoryWriter {
  readonly #dependencies: WriterDependencies
  readonly #call: WriteCall

  constructor(dependencies: WriterDependencies, call: WriteCall) {
    this.#dependencies = dependencies
    this.#call = call
  }

  async createPr(request: CreatePr): Promise<{ isCreated: boolean; body: CreatedPr }> {
    const { filePath, namespace, deploymentName: name } = request
    requireNames({ ...request, ref: request.baseBranch }, 'body')
    requireOneContent(request)
    const host = await this.#hostForWrites()
    const { content, sha } = await this.#contentOf(host, request)
    checkFiles([{ path: filePath, content }], this.#dependencies.rules, (_, part) =>
      part === 'path' ? 'filePath' : 'content',
    )
    const title = request.title ?? `chore(${namespace}): update ${name}`.slice(0, 256)
    const proposed = await this.#propose(host, {
      ...request,
      files: [{ path: filePath, content, sha }],
      title,
      message: title,
      object: { namespace, name },
    })
    const [file] = proposed.files
    const previousSha = file?.previousSha
    return {
      isCreated: proposed.isCreated,
      body: { ...bodyOf(proposed), ...(previousSha === undefined ? {} : { previousSha }) },
    }
  }

  async createMultiFilePr(request: CreateMultiFilePr): Promise<{ isCreated: boolean; body: CreatedPr }> {
    const { files, commitMessage, branch } = request
    requireNames({ ...request, ref: request.baseBranch }, 'body')
    requireBranch(branch, request.baseBranch)
    const host = await this.#hostForWrites()
    checkFiles(files, this.#dependencies.rules, (index, part) => `files.${index}.${part}`)
    const title = request.title ?? `chore: update ${files.length === 1 ? 'a file' : `${files.length} files`}`
    const proposed = await this.#propose(host, { ...request, title, message: commitMessage ?? title })
    return { isCreated: proposed.isCreated, body: bodyOf(proposed) }
  }

  async mergePr(request: MergePr): Promise<MergedPr> {
    const { owner, repo, pullNumber: number, mergeMethod: method = 'merge' } = request
    requireNames({ owner, repo }, 'body')
    const host = await this.#hostForWrites()
    const { time } = this.#dependencies
    const { access, signal } = this.#call
    const repository = await access.repository(host, { owner, repo }, signal)
    const { expectedHeadSha, deleteBranch } = request
    const merge = { repository, number, method, expectedHeadSha, deleteBranch }
    const subject = { verb: 'merge' as const, name: `${repository.fullName}#${number}` }
    const { sha, message } = await this.#paced(repository, subject, async (record) => {
      const result = await mergePullRequest(merge, { host, time, record, signal })
      return { result, version: result.sha }
    })
    return { success: true, merged: true, message, ...(sha === undefined ? {} : { sha }) }
  }

  /** Returns the content that a file is to have, and the blob that it replaces if that is known. */
  async #contentOf(
    host: RepositoryHost,
    { filePath: path, content = '', patch, kind = 'Deployment', sha, ...request }: CreatePr,
  ): Promise<{ readonly content: string; readonly sha: string | undefined }> {
    if (patch === undefined) return { content, sha }
    const { access, signal } = this.#call
    const repository = await access.repository(host, request, signal)
    const file = await readBase(host, repository, request.baseBranch, path, signal)
    const object = { kind, name: request.deploymentName, namespace: request.namespace }
    return { content: patchManifest(file.content, object, patch), sha: sha ?? file.sha }
  }

  async #propose(host: RepositoryHost, request: RequestedChange): Promise<ProposedChange> {
    const { time, rules } = this.#dependencies
    const { access, signal, actor, context } = this.#call
    const repository = await access.repository(host, request, signal)
    const base = request.baseBranch ?? repository.defaultBranch
    requireBranch(request.branch, base)
    const { files, title, message, body, draft = false, update = false, object, branch } = request
    const stem = branchStem(object)
    const described = {
      object: object && { ...object, context },
      caller: actor.caller?.name ?? 'anonymous',
      body,
    }
    const change: Change = {
      repository,
      base,
      branch: branch ?? branchOf(stem, { name: repository, base, files }),
      isBranchOfCaller: branch !== undefined,
      updateStem: update ? (branch ?? stem) : undefined,
      files,
      message,
      title,
      describe: (planned) => describeChange(described, planned),
      draft,
    }
    const subject = { verb: 'create' as const, name: repository.fullName }
    const { draftFallback } = rules
    return this.#paced(repository, subject, async (record) => {
      const result = await proposeChange(change, { host, time, draftFallback, record, signal })
      return { result, version: result.commit }
    })
  }

  async #hostForWrites(): Promise<RepositoryHost> {
    const host = await this.#call.access.forWrites()
    this.#dependencies.limiter.count(this.#call.actor.caller?.name ?? '')
    return host
  }

  /** Runs a write in its turn, with audit entries before the first change and after the end. */
  async #paced<T>(
    repository: Repository,
    subject: { readonly verb: 'create' | 'merge'; readonly name: string },
    work: (record: () => Promise<void>) => Promise<{ result: T; version: string | undefined }>,
  ): Promise<T> {
    const { pace, auditLog } = this.#dependencies
    const { actor, signal } = this.#call
    let finish: ((outcome: WriteOutcome) => Promise<void>) | undefined
    const record = async (): Promise<void> => {
      const audit = auditLog.recordWrite(actor)
      finish = await audit({ ...subject, resource: 'pullrequests', before: undefined })
    }
    return pace.run(repository.fullName, actor.caller?.name ?? '', signal, async () => {
      try {
        const { result, version } = await work(record)
        await finish?.({ after: version })
        return result
      } catch (error) {
        await finish?.({ failure: error })
        throw error
      }
    })
  }
}

/** Throws InvalidRequestError unless a request has either the content of the file or changes of its fields. */
function requireOneContent({ content, patch }: CreatePr): void {
  if ((content === undefined) === (patch !== undefined)) return
  const message = content === undefined ? 'is required, or patch' : 'must not be there beside patch'
  throw new InvalidRequestError([{ in: 'body', name: 'content', message }])
}

/** Throws InvalidRequestError for a branch of the caller that is none, or the one that the change is for. */
function requireBranch(branch: string | undefined, base: string | undefined): void {
  if (branch === undefined) return
  const message = branch === base ? 'must not be the base branch' : refProblem(branch)
  if (message !== undefined) throw new InvalidRequestError([{ in: 'body', name: 'branch', message }])
}

function bodyOf({ isCreated, pullRequest, commit, files }: ProposedChange): CreatedPr {
  const { number, url, head } = pullRequest
  return {
    success: true,
    pr: { number, url },
    branch: head.branch,
    commit,
    ...(isCreated ? {} : { existing: true }),
    previous: files.map(({ path, previousSha }) => ({
      path,
      ...(previousSha === undefined ? {} : { sha: previousSha }),
    })),
  }
}
