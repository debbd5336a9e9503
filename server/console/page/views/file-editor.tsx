import { useState } from 'preact/hooks'
import { request, send, type Body } from '../api.ts'
import { rememberObject } from '../edited-objects.ts'
import { Link, Problem } from '../parts.tsx'
import type { Branch } from '../repository-files.ts'
import { useAction } from '../use-action.ts'
import { useResource } from '../use-resource.ts'
import { Diff } from './diff.tsx'
import type { ObjectParameters } from './restart.tsx'

interface EditorOptions {
  readonly file: Body<'getRepositoryFile'>
  readonly repository: Branch
  readonly object: ObjectParameters
}

/** The text of a file, its edit, and the way of the edit into the basket. */
export function FileEditor(options: EditorOptions & { readonly isWritable: boolean }) {
  const { file, repository, isWritable } = options
  const basket = useResource((signal) => request('listBasket', {}, signal), [])
  const { owner, repo, branch } = repository
  const saved = basket.data?.basket.find(
    (one) => one.filePath === file.path && one.owner === owner && one.repo === repo && one.branch === branch,
  )
  const [isOpen, open] = useState(false)
  if (isOpen)
    return <Editor {...options} start={saved?.content ?? file.content} onClose={() => open(false)} />
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Text of the file">
        <bdi>{file.content}</bdi>
      </pre>
      {saved !== undefined && (
        <p>
          An edit of this file is in <Link to={{ view: 'basket' }}>your basket</Link>.
        </p>
      )}
      <p class="buttons">
        <button
          type="button"
          disabled={!isWritable}
          title={isWritable ? undefined : 'You may not change this repository.'}
          onClick={() => open(true)}
        >
          Edit
        </button>
      </p>
    </>
  )
}

function Editor(options: EditorOptions & { readonly start: string; readonly onClose: () => void }) {
  const { file, repository, object, start, onClose } = options
  const [text, setText] = useState(start)
  return (
    <>
      <label for="file-text" class="faint">
        Text of the file
      </label>
      <textarea
        id="file-text"
        spellcheck={false}
        rows={Math.min(30, text.split('\n').length + 1)}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Diff before={file.content} after={text} />
      <SaveEdit file={file} text={text} repository={repository} object={object} onCancel={onClose} />
    </>
  )
}

function SaveEdit(options: {
  readonly file: Body<'getRepositoryFile'>
  readonly text: string
  readonly repository: Branch
  readonly object: ObjectParameters
  readonly onCancel: () => void
}) {
  const { file, text, repository, object, onCancel } = options
  const isChanged = text !== file.content
  const [savedText, setSavedText] = useState<string>()
  const { problem, run } = useAction()
  const save = async () => {
    const body = {
      filePath: file.path,
      content: text,
      originalContent: file.content,
      sha: file.sha,
      ...repository,
    }
    await send('putBasketFile', {}, body)
    rememberObject(repository, file.path, object)
    setSavedText(text)
  }
  return (
    <>
      {problem !== undefined && <Problem error={problem} />}
      {savedText === text && (
        <p role="status">
          The edit is in <Link to={{ view: 'basket' }}>your basket</Link>: open a pull request there.
        </p>
      )}
      <div class="buttons">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isChanged || savedText === text}
          onClick={() => run(save)}
        >
          Add to the basket
        </button>
      </div>
    </>
  )
}
