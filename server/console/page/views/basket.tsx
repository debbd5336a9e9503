import { useState } from 'preact/hooks'
import { remove, request, send, type Body } from '../api.ts'
import { recallObject, type EditedObject } from '../edited-objects.ts'
import { Loading, Problem, ReadProblem } from '../parts.tsx'
import { groupByBranch, type Branch, type BasketFile, type ChangedBranch } from '../repository-files.ts'
import { useAction } from '../use-action.ts'
import { useResource } from '../use-resource.ts'
import { Diff } from './diff.tsx'
import { HostState } from './host-state.tsx'
import { PullRequests, type OpenedPullRequest } from './pull-requests.tsx'

type Created = Body<'createPullRequest'>

/** The edited files of the caller, and the pull requests that come of them. */
export function BasketView() {
  return (
    <>
      <div class="title">
        <h2>Basket</h2>
        <span class="faint">Edited files, until a pull request takes them</span>
      </div>
      <HostState>{({ writable }) => <Basket isWritable={writable === true} />}</HostState>
    </>
  )
}

function Basket({ isWritable }: { readonly isWritable: boolean }) {
  const [version, setVersion] = useState(0)
  const [opened, setOpened] = useState<readonly OpenedPullRequest[]>([])
  const settings = useResource((signal) => request('getRepositorySettings', {}, signal), [], version)
  const pulls = useResource((signal) => request('listPendingPullRequests', {}, signal), [], version)
  const { data } = settings
  const refresh = () => setVersion((before) => before + 1)
  return (
    <>
      <ReadProblem of={settings} />
      <Loading of={settings} />
      {data?.reason !== undefined && <p class="problem">The edited files cannot be read: {data.reason}.</p>}
      {data?.editBasket.length === 0 && data.reason === undefined && (
        <p class="empty">
          No file is edited: open a Deployment, choose File and edit it. Its change is then here.
        </p>
      )}
      {groupByBranch(data?.editBasket ?? []).map((group) => (
        <Proposal
          key={JSON.stringify(group.branch)}
          group={group}
          isWritable={isWritable}
          onChange={refresh}
          onOpen={(pullRequest) => setOpened((before) => [pullRequest, ...before])}
        />
      ))}
      <ReadProblem of={pulls} />
      {pulls.data !== undefined && (
        <PullRequests pending={pulls.data.prs} opened={opened} isWritable={isWritable} onChange={refresh} />
      )}
    </>
  )
}

/** The edited files of one branch, and the form of their pull request. */
function Proposal(options: {
  readonly group: ChangedBranch
  readonly isWritable: boolean
  readonly onChange: () => void
  readonly onOpen: (pullRequest: OpenedPullRequest) => void
}) {
  const { group, isWritable, onChange, onOpen } = options
  const { branch, files } = group
  const [isSending, setSending] = useState(false)
  const { problem, run } = useAction()
  // A second pull request for the same edits would be a mistake, so the form goes when the first one is open.
  const [isOpened, setOpened] = useState(false)
  const open = async (title: string) => {
    setSending(true)
    const pullRequest = await propose(group, title).finally(() => setSending(false))
    setOpened(true)
    onOpen(pullRequest)
    for (const file of files) await dropFile(branch, file)
    onChange()
  }
  const name = `${branch.owner}/${branch.repo}`
  return (
    <section class="card" aria-label={`Edited files of ${name}`}>
      <h3>
        <bdi>{name}</bdi>{' '}
        <span class="faint">
          branch <bdi>{branch.branch}</bdi>
        </span>
      </h3>
      {files.map((file) => (
        <EditedFile
          key={file.filePath}
          file={file}
          onDiscard={() => run(() => dropFile(branch, file).then(onChange))}
        />
      ))}
      {problem !== undefined && <Problem error={problem} />}
      {isOpened ? (
        <p class="faint">The pull request is open. Discard the edits that are still here.</p>
      ) : (
        <ProposalForm
          isEnabled={isWritable && !isSending}
          isSending={isSending}
          onOpen={(title) => run(() => open(title))}
        />
      )}
      {!isWritable && <p class="faint">You may not change this repository.</p>}
    </section>
  )
}

function EditedFile({ file, onDiscard }: { readonly file: BasketFile; readonly onDiscard: () => void }) {
  const { filePath, content, originalContent = '' } = file
  return (
    <details open>
      <summary>
        <bdi>{filePath}</bdi>
      </summary>
      <Diff before={originalContent} after={content} />
      <p class="buttons">
        <button type="button" onClick={onDiscard} aria-label={`Discard the edit of ${filePath}`}>
          Discard
        </button>
      </p>
    </details>
  )
}

function ProposalForm(options: {
  readonly isEnabled: boolean
  readonly isSending: boolean
  readonly onOpen: (title: string) => void
}) {
  const { isEnabled, isSending, onOpen } = options
  const [title, setTitle] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onOpen(title.trim())
  }
  return (
    <form class="filters" onSubmit={submit}>
      <label class="field grow">
        <span>Title</span>
        <input
          type="text"
          maxLength={256}
          value={title}
          placeholder="Written by the service if it is empty"
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={!isEnabled}>
        {isSending ? 'Opening…' : 'Open a pull request'}
      </button>
    </form>
  )
}

async function dropFile({ owner, repo, branch }: Branch, { filePath, context }: BasketFile): Promise<void> {
  await remove('deleteBasketFiles', { owner, repo, branch, filePath, context })
}

/** Opens one pull request for the files of a branch, and keeps it for their objects. */
async function propose({ branch: where, files }: ChangedBranch, title: string): Promise<OpenedPullRequest> {
  const { owner, repo, branch } = where
  const objects = files.flatMap(({ filePath }) => recallObject(where, filePath) ?? [])
  const [first] = files
  const [object] = objects
  const common = { owner, repo, baseBranch: branch, ...(title === '' ? {} : { title }) }
  const isOfObject = files.length === 1 && object !== undefined && object.namespace !== ''
  const created = (await (isOfObject
    ? send(
        'createPullRequest',
        {},
        {
          ...common,
          filePath: first?.filePath,
          content: first?.content,
          sha: first?.sha,
          deploymentName: object.name,
          namespace: object.namespace,
        },
      )
    : send(
        'createMultiFilePullRequest',
        {},
        {
          ...common,
          files: files.map(({ filePath: path, content, sha }) => ({ path, content, sha })),
        },
      ))) as Created
  const { pr, commit } = created
  // The pull request is open whatever happens to the settings from here on.
  await keep(objects, where, pr).catch(() => undefined)
  return {
    ...where,
    number: pr.number,
    url: pr.url,
    headSha: commit,
    objects: objects.map((one) => `${one.namespace}/${one.name}`),
  }
}

async function keep(objects: readonly EditedObject[], branch: Branch, pr: Created['pr']): Promise<void> {
  // The settings take pull requests of hosts with TLS alone.
  if (!pr.url.startsWith('https:')) return
  for (const { name, namespace, context } of objects.filter((one) => one.namespace !== ''))
    await send(
      'putPendingPullRequest',
      {},
      {
        deploymentName: name,
        namespace,
        prNumber: pr.number,
        url: pr.url,
        ...branch,
        ...(context === '' ? {} : { context }),
      },
    )
}
