import { useState } from 'preact/hooks'
import { request, send, type Body } from '../api.ts'
import { formatConfidence } from '../format-value.ts'
import { Loading, Picker, ReadProblem } from '../parts.tsx'
import type { Branch, MatchedFile } from '../repository-files.ts'
import { useResource } from '../use-resource.ts'
import { FileEditor } from './file-editor.tsx'
import { HostState } from './host-state.tsx'
import { RepositoryPicker, useRepository } from './repository-picker.tsx'
import type { ObjectParameters } from './restart.tsx'

interface FileOptions {
  readonly kind: string
  readonly object: ObjectParameters
}

/** The file of a repository behind an object, and an edit of it. */
export function SourceFile({ kind, object }: FileOptions) {
  return (
    <section class="card" aria-label="File">
      <h3>File in Git</h3>
      <HostState>
        {({ writable }) => <InRepository kind={kind} object={object} isWritable={writable === true} />}
      </HostState>
    </section>
  )
}

function InRepository({ kind, object, isWritable }: FileOptions & { readonly isWritable: boolean }) {
  const { settings, repository, problem, pick } = useRepository()
  if (settings.data === undefined && settings.error === undefined) return <p class="faint">Loading…</p>
  return (
    <>
      <ReadProblem of={settings} />
      <RepositoryPicker repository={repository} problem={problem} onPick={pick} />
      {repository === undefined && (
        <p class="faint">Choose the repository that this cluster is deployed from.</p>
      )}
      {repository !== undefined && (
        <Matches
          key={JSON.stringify(repository)}
          kind={kind}
          object={object}
          repository={repository}
          isWritable={isWritable}
        />
      )}
    </>
  )
}

interface MatchOptions extends FileOptions {
  readonly repository: Branch
  readonly isWritable: boolean
}

function Matches({ kind, object, repository, isWritable }: MatchOptions) {
  const { name, namespace } = object
  const matches = useResource(() => matchFile({ kind, name, namespace }, repository), [])
  const [choice, choose] = useState<string>()
  const { data } = matches
  const path = choice ?? data?.match?.path ?? ''
  return (
    <>
      <ReadProblem of={matches} />
      <Loading of={matches} text="Searching the repository…" />
      {data !== undefined && <MatchWords kind={kind} name={name} matches={data} />}
      {data !== undefined && data.candidates.length > 0 && (
        <div class="filters">
          <Picker
            id="file"
            label="File"
            value={path}
            placeholder="Choose one"
            options={data.candidates.map(
              (one) => [one.path, `${one.path} (${formatConfidence(one.confidence)})`] as const,
            )}
            onPick={choose}
          />
        </div>
      )}
      {path !== '' && (
        <FileContent key={path} path={path} repository={repository} object={object} isWritable={isWritable} />
      )}
    </>
  )
}

/** The result of the search in words: what is sure, and why. */
function MatchWords(options: {
  readonly kind: string
  readonly name: string
  readonly matches: Body<'matchRepositoryFile'>
}) {
  const { match, candidates, truncated } = options.matches
  return (
    <>
      {match !== null && <Reason match={match} />}
      {match === null && candidates.length === 0 && (
        <p>
          No file of this branch declares <bdi>{`${options.kind} ${options.name}`}</bdi>, and no name
          resembles it.
        </p>
      )}
      {match === null && candidates.length > 0 && (
        <p>
          No file is sure to declare <bdi>{`${options.kind} ${options.name}`}</bdi>. These resemble it.
        </p>
      )}
      {truncated === true && (
        <p class="faint">The repository is large: not all of its files were searched.</p>
      )}
    </>
  )
}

function Reason({ match }: { readonly match: MatchedFile }) {
  const { path, confidence, environment, reason } = match
  return (
    <p>
      <strong>
        <bdi>{path}</bdi>
      </strong>{' '}
      {`is the file with ${formatConfidence(confidence)} confidence: `}
      <bdi>{reason}</bdi>
      {environment !== undefined && (
        <span>
          {' (environment '}
          <bdi>{environment}</bdi>)
        </span>
      )}
    </p>
  )
}

function FileContent(options: {
  readonly path: string
  readonly repository: Branch
  readonly object: ObjectParameters
  readonly isWritable: boolean
}) {
  const { path, repository, object, isWritable } = options
  const { owner, repo, branch } = repository
  const file = useResource(
    (signal) => request('getRepositoryFile', { owner, repo, ref: branch, path }, signal),
    [],
  )
  const { data } = file
  return (
    <>
      <ReadProblem of={file} />
      <Loading of={file} />
      {data !== undefined && data.encoding !== 'utf-8' && (
        <p>The file is not a text: it cannot be edited here.</p>
      )}
      {data?.lfs !== undefined && <p>The file is in Git LFS: it cannot be edited here.</p>}
      {data !== undefined && data.encoding === 'utf-8' && data.lfs === undefined && (
        <FileEditor file={data} repository={repository} object={object} isWritable={isWritable} />
      )}
    </>
  )
}

/** Reads the file behind an object, and the other candidates. */
async function matchFile(
  resource: { readonly kind: string; readonly name: string; readonly namespace: string },
  { owner, repo, branch }: Branch,
): Promise<Body<'matchRepositoryFile'>> {
  const { kind, name, namespace } = resource
  const named = { kind, name, ...(namespace === '' ? {} : { namespace }) }
  const body = { resource: named, owner, repo, ref: branch }
  return (await send('matchRepositoryFile', {}, body)) as Body<'matchRepositoryFile'>
}
