import { Denied } from '../errors.ts'
import type { CallerRights } from '../kube/caller-rights.ts'
import type { Followed } from '../kube/followed.ts'
import { scopesOf } from '../kube/scopes.ts'
import type { Row } from './rows.ts'

/** What one may do who is told, where that counts beside what the service may. */
export type RightsOfCaller = Pick<CallerRights, 'allows' | 'demand'>

/** Whose stream it is: of which context, and held to whose rights beside the service's. */
export interface Following {
  followed: Followed
  rights: RightsOfCaller | undefined
}

/** A kind as one caller may have it: in which scopes, or why not. */
export interface Granted {
  row: Row
  namespaces: readonly (string | undefined)[]
  denied: Denied | undefined
}

/** What it takes to be told of a kind. */
export const followVerbs = ['list', 'watch'] as const

/** Whether a kind may be told of, by what the cluster says. Rejects with ClusterFailure where it cannot be asked. */
export async function grantedOf(
  { followed, rights }: Following,
  row: Row,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Granted> {
  const namespaces = scopesOf(row.kind, row.kind.namespaced ? wanted : undefined, followed.grants)
  try {
    for (const namespace of namespaces) {
      for (const verb of followVerbs) await rights?.demand({ verb, kind: row.kind, namespace })
      await followed.admit(row.kind, namespace, signal)
    }
    return { row, namespaces, denied: undefined }
  } catch (error) {
    if (!(error instanceof Denied)) throw error
    return { row, namespaces, denied: error }
  }
}
