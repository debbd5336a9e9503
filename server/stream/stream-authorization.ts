import { ForbiddenByClusterError } from '../core/errors.ts'
import type { AccessForSubject } from '../cluster/access/subject-access.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import { scopesOf } from '../cluster/access/scopes.ts'
import type { StreamKind } from './stream-kinds.ts'

/** Rights of the subscriber, if callers are authorized individually. */
export type CallerRights = Pick<AccessForSubject, 'peek' | 'demand'>

/** The cluster a stream belongs to, and the rights of its subscriber. */
export interface StreamTarget {
  followed: WatchableCluster
  rights: CallerRights | undefined
}

/** A kind and the scopes in which the subscriber may watch it, or the denial. */
export interface StreamGrant {
  row: StreamKind
  namespaces: readonly (string | undefined)[]
  denied: ForbiddenByClusterError | undefined
}

/** Verbs that watching a kind requires. */
export const streamVerbs = ['list', 'watch'] as const

/**
 * Returns whether the subscriber and the service may watch a kind. Rejects with ClusterError if the cluster
 * cannot decide.
 */
export async function authorizeStream(
  { followed, rights }: StreamTarget,
  row: StreamKind,
  requested: string | undefined,
  signal: AbortSignal,
): Promise<StreamGrant> {
  const namespaces = scopesOf(row.kind, row.kind.namespaced ? requested : undefined, followed.grants)
  try {
    for (const namespace of namespaces) {
      for (const verb of streamVerbs) await rights?.demand({ verb, kind: row.kind, namespace })
      await followed.authorize(row.kind, namespace, signal)
    }
    return { row, namespaces, denied: undefined }
  } catch (error) {
    if (!(error instanceof ForbiddenByClusterError)) throw error
    return { row, namespaces, denied: error }
  }
}
