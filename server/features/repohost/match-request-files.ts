import { InvalidRequestError } from '../../core/errors.ts'
import { requireContentLimit } from './content-limit.ts'
import type { MatchBody, MatchResponse } from './layout-schema.ts'
import { matchFile, type FileMatches } from './layout/match-file.ts'
import type { ClusterObject } from './layout/repository-file.ts'
import { pathProblem, requireNone } from './names.ts'

/** Matches the files of a request; undefined if it names a repository instead. */
export function matchRequestFiles(body: MatchBody): MatchResponse | undefined {
  const { files, owner, repo, ref } = body
  const isRepository = owner !== undefined || repo !== undefined || ref !== undefined
  if (files === undefined) {
    if (owner !== undefined && repo !== undefined) return undefined
    throw invalid('files', 'set files, or owner and repo')
  }
  if (isRepository) throw invalid('files', 'set either files, or owner and repo')
  requireContentLimit(files)
  requireNone(
    files.flatMap(({ path }, at) => {
      const message = pathProblem(path)
      return message === undefined ? [] : [{ in: 'body', name: `files[${at}].path`, message }]
    }),
  )
  return reportMatches(
    matchFile(
      objectOf(body),
      files.map(({ path, content }) => ({ path, ...(content === undefined ? {} : { content }) })),
    ),
  )
}

/** Returns the object of the cluster that a request names. */
export function objectOf({ resource: { kind, name, namespace } }: MatchBody): ClusterObject {
  return { kind, name, ...(namespace === undefined ? {} : { namespace }) }
}

export function reportMatches({ match, candidates }: FileMatches): MatchResponse {
  return { match: match ?? null, candidates: [...candidates] }
}

function invalid(name: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ in: 'body', name, message }])
}
