import { InvalidRequestError, type Issue } from '../../core/errors.ts'
import type { RepositoryName } from './host/repository-host.ts'

/** Bytes of a path, as Git and file systems limit it. */
const MAX_PATH_BYTES = 4096
const MAX_REF_BYTES = 255
const OWNER_OR_NAME = /^[A-Za-z0-9._-]{1,100}$/
const CONTROL = /\p{Cc}/u
/** Texts that no ref contains. Source: git check-ref-format. */
const NOT_IN_REFS = /[ ~^:?*[\\]|\.\.|@\{|\/\//

/** Returns what is wrong with the name of an owner or a repository; undefined if nothing is. */
export function nameProblem(text: string): string | undefined {
  return OWNER_OR_NAME.test(text) && !/^\.{1,2}$/.test(text)
    ? undefined
    : 'must be up to 100 letters, digits, ".", "-" and "_", not "." or ".."'
}

/** Returns what is wrong with a branch, tag or sha; undefined if nothing is. */
export function refProblem(text: string): string | undefined {
  const isRef =
    text !== '' &&
    text !== '@' &&
    Buffer.byteLength(text) <= MAX_REF_BYTES &&
    !CONTROL.test(text) &&
    !NOT_IN_REFS.test(text) &&
    !/^[-/]|[/.]$/.test(text) &&
    text.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  return isRef ? undefined : 'must be a branch, a tag or a sha, of at most 255 bytes'
}

/** Returns what is wrong with the path of a file or folder; undefined if nothing is. */
export function pathProblem(text: string): string | undefined {
  const isPath =
    text.length <= MAX_PATH_BYTES &&
    Buffer.byteLength(text) <= MAX_PATH_BYTES &&
    text.isWellFormed() &&
    !CONTROL.test(text) &&
    text.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  return isPath
    ? undefined
    : 'must be a path within the repository of at most 4096 bytes, without "." and ".." segments, control characters, and slashes at its ends'
}

/** Names in a request, and the place where they are. */
export interface NamesOfRequest extends RepositoryName {
  readonly ref?: string | undefined
  readonly path?: string | undefined
}

/** Throws InvalidRequestError for names that a host could take for something else. */
export function requireNames({ owner, repo, ref, path }: NamesOfRequest, where: Issue['in']): void {
  const problems = [
    ['owner', nameProblem(owner)],
    ['repo', nameProblem(repo)],
    ['ref', ref === undefined ? undefined : refProblem(ref)],
    ['path', path === undefined ? undefined : pathProblem(path)],
  ] as const
  requireNone(
    problems.flatMap(([name, message]) => (message === undefined ? [] : [{ in: where, name, message }])),
  )
}

/** Throws InvalidRequestError if there are issues. */
export function requireNone(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new InvalidRequestError(issues)
}
