import { useState } from 'preact/hooks'
import { remove, send, type Body } from '../api.ts'
import { Dialog, Problem } from '../parts.tsx'
import type { Branch } from '../repository-files.ts'
import { useAction } from '../use-action.ts'

type Pending = Body<'listPendingPullRequests'>['prs'][number]

/** A pull request that was opened in this page. */
export interface OpenedPullRequest extends Branch {
  readonly number: number
  readonly url: string
  /** The commit that the caller has read: a merge takes no other. */
  readonly headSha?: string
  /** Objects that it is for, as namespace/name. */
  readonly objects: readonly string[]
}

/** The pull requests of the caller with their objects. */
export function PullRequests(options: {
  readonly pending: readonly Pending[]
  readonly opened: readonly OpenedPullRequest[]
  readonly isWritable: boolean
  readonly onChange: () => void
}) {
  const { pending, opened, isWritable, onChange } = options
  const groups = Map.groupBy(pending, ({ url }) => url)
  const rows = [
    ...opened.map((one) => ({ one, objects: groups.get(one.url) ?? [] })),
    ...[...groups.values()].flatMap((objects) => {
      const [first] = objects
      const isListed = first === undefined || opened.some((one) => one.url === first.url)
      return isListed ? [] : [{ one: asOpened(first), objects }]
    }),
  ]
  return (
    <section class="card" aria-label="Pull requests">
      <h3>
        Pull requests <span class="faint">{rows.length}</span>
      </h3>
      {rows.length === 0 && <p class="faint">None was opened from here.</p>}
      <ul class="plain-list">
        {rows.map(({ one, objects }) => (
          <PullRequestRow
            key={one.url}
            pullRequest={one}
            objects={objects}
            isWritable={isWritable}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  )
}

function asOpened({ owner = '', repo = '', branch = '', prNumber: number, url }: Pending): OpenedPullRequest {
  return { owner, repo, branch, number, url, objects: [] }
}

/** Words for a state that the host does not tell. */
const UNKNOWN = 'state not known'

/** Returns the state of a pull request without the host: it is open if this page has opened it. */
function stateHere({ headSha }: OpenedPullRequest): string {
  return headSha === undefined ? UNKNOWN : 'open'
}

interface RowOptions {
  readonly pullRequest: OpenedPullRequest
  readonly objects: readonly Pending[]
  readonly isWritable: boolean
  readonly onChange: () => void
}

function PullRequestRow({ pullRequest, objects, isWritable, onChange }: RowOptions) {
  const [isAsking, ask] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const [merged, setMerged] = useState<string>()
  const { problem, run } = useAction()
  const { number, owner } = pullRequest
  const state = merged === undefined ? (objects[0]?.state ?? stateHere(pullRequest)) : 'merged'
  const isOpen = state === 'open' || state === UNKNOWN
  const merge = async () => {
    ask(false)
    setMerging(true)
    setMerged(await mergePullRequest(pullRequest).finally(() => setMerging(false)))
    await forgetAll(objects).catch(() => undefined)
  }
  return (
    <li>
      <PullRequestWords pullRequest={pullRequest} objects={objects} state={state} message={merged} />
      {isOpen && owner !== '' && (
        <button type="button" disabled={!isWritable || isMerging} onClick={() => ask(true)}>
          {isMerging ? 'Merging…' : 'Merge…'}
        </button>
      )}
      {merged === undefined && objects.length > 0 && (
        <button
          type="button"
          onClick={() => run(() => forgetAll(objects).then(onChange))}
          aria-label={`Remove pull request ${number} from this list`}
        >
          Remove
        </button>
      )}
      {problem !== undefined && <Problem error={problem} />}
      {isAsking && (
        <Confirmation pullRequest={pullRequest} onConfirm={() => run(merge)} onClose={() => ask(false)} />
      )}
    </li>
  )
}

/** The pull request with its state and its objects; the message is that of its merge. */
function PullRequestWords(options: {
  readonly pullRequest: OpenedPullRequest
  readonly objects: readonly Pending[]
  readonly state: string
  readonly message: string | undefined
}) {
  const { pullRequest, objects, state, message } = options
  const { owner, repo, number, url } = pullRequest
  const names = objects.map(({ namespace, deploymentName }) => `${namespace}/${deploymentName}`)
  const subjects = [...new Set([...pullRequest.objects, ...names])]
  return (
    <span>
      <a href={url} rel="noreferrer" target="_blank">
        <bdi>{`${owner}/${repo}#${number}`}</bdi>
      </a>{' '}
      <span class={`status ${state === 'merged' ? 'good' : 'plain'}`} role="status">
        {state}
      </span>
      {subjects.length > 0 && (
        <span class="faint">
          {' for '}
          <bdi>{subjects.join(', ')}</bdi>
        </span>
      )}
      {message !== undefined && (
        <span>
          {': '}
          <bdi>{message}</bdi>
        </span>
      )}
    </span>
  )
}

function Confirmation(options: {
  readonly pullRequest: OpenedPullRequest
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { owner, repo, branch, number } = options.pullRequest
  return (
    <Dialog heading={`Merge pull request ${number}?`} onClose={options.onClose}>
      <p>
        Its files change on branch <bdi>{branch}</bdi> of{' '}
        <bdi>
          {owner}/{repo}
        </bdi>
        . Whatever deploys from that branch then changes the cluster. The branch of the pull request is
        deleted.
      </p>
      <div class="buttons">
        <button type="button" onClick={options.onClose}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={options.onConfirm}>
          Merge
        </button>
      </div>
    </Dialog>
  )
}

async function mergePullRequest({ owner, repo, number, headSha }: OpenedPullRequest): Promise<string> {
  const head = headSha === undefined ? {} : { expectedHeadSha: headSha }
  const body = { owner, repo, pullNumber: number, ...head }
  const { message } = (await send('mergePullRequest', {}, body)) as Body<'mergePullRequest'>
  return message
}

async function forgetAll(objects: readonly Pending[]): Promise<void> {
  for (const { deploymentName, namespace, context } of objects)
    await remove('deletePendingPullRequest', { deploymentName, namespace, context })
}
