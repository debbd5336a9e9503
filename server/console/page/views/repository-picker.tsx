import { useState } from 'preact/hooks'
import { request, send, type RequestError } from '../api.ts'
import { Picker, Problem, ReadProblem } from '../parts.tsx'
import type { Branch } from '../repository-files.ts'
import { useAction } from '../use-action.ts'
import { useResource } from '../use-resource.ts'

/** The repository of the caller: chosen once, kept in its settings. */
export function useRepository() {
  const settings = useResource((signal) => request('getRepositorySettings', {}, signal), [])
  const [picked, setPicked] = useState<Branch>()
  const { problem, run } = useAction()
  const pick = (branch: Branch) => {
    setPicked(branch)
    run(() => send('setRepository', {}, { repo: branch }))
  }
  return { settings, repository: picked ?? settings.data?.selectedRepo ?? undefined, problem, pick }
}

/** The choice of a repository and its branch. */
export function RepositoryPicker(options: {
  readonly repository: Branch | undefined
  readonly problem: RequestError | undefined
  readonly onPick: (branch: Branch) => void
}) {
  const { repository, problem, onPick } = options
  const list = useResource((signal) => request('listRepositories', {}, signal), [])
  const repos = list.data?.repos ?? []
  const name = repository === undefined ? '' : `${repository.owner}/${repository.repo}`
  const pickRepository = (fullName: string) => {
    const found = repos.find((one) => one.fullName === fullName)
    if (found !== undefined) onPick({ owner: found.owner, repo: found.repo, branch: found.defaultBranch })
  }
  const names = repos.map(({ fullName }) => fullName)
  return (
    <>
      <ReadProblem of={list} />
      <div class="filters">
        <Picker
          id="repository"
          label="Repository"
          value={name}
          placeholder="Choose one"
          options={name === '' || names.includes(name) ? names : [name, ...names]}
          onPick={pickRepository}
        />
        {repository !== undefined && <BranchPicker key={name} repository={repository} onPick={onPick} />}
      </div>
      {list.data?.repos.length === 0 && (
        <p class="faint">The credential sees no repository: give it access to one at the host.</p>
      )}
      {problem !== undefined && (
        <p class="faint">{`The choice is kept in this page only: ${problem.message}.`}</p>
      )}
    </>
  )
}

function BranchPicker(options: { readonly repository: Branch; readonly onPick: (branch: Branch) => void }) {
  const { repository, onPick } = options
  const { owner, repo, branch } = repository
  const branches = useResource((signal) => request('listRepositoryBranches', { owner, repo }, signal), [])
  const names = (branches.data?.branches ?? []).map((one) => one.name)
  return (
    <>
      <Picker
        id="branch"
        label="Branch"
        value={branch}
        options={names.includes(branch) ? names : [branch, ...names]}
        onPick={(name) => onPick({ owner, repo, branch: name })}
      />
      {branches.error !== undefined && <Problem error={branches.error} />}
    </>
  )
}
