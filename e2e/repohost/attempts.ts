import { InspectorError } from '../../server/core/errors.ts'
import type { PullRequest, RepositoryHost } from '../../server/features/repohost/host/repository-host.ts'
import { until } from '../support/until.ts'
import type { StagedRepository } from './stage.ts'

export const { signal } = new AbortController()

/** Returns the error of an attempt. */
export async function failureOf(attempt: Promise<unknown>): Promise<InspectorError> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof InspectorError) return error
    throw error
  }
  throw new Error('the attempt succeeded')
}

/** Returns the pull request once the host has found out whether it can be merged. */
export async function settled(
  host: RepositoryHost,
  { name }: StagedRepository,
  number: number,
): Promise<PullRequest> {
  return until('the host to check a pull request', async () => {
    const found = await host.pullRequest(name, number, signal)
    return found.mergeable === 'unknown' ? undefined : found
  })
}
