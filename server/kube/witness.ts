/** A change that is about to be asked of a cluster. */
export interface WriteAsked {
  context: string
  verb: 'patch' | 'delete'
  /** With its API group, as RBAC writes it: `deployments.apps`. */
  resource: string
  namespace?: string
  name: string
  /** The version it was decided on, where one is named. */
  before: string | undefined
}

/** What became of it: the version it made, where the cluster said one, or why it failed. */
export type WriteOutcome = { after: string | undefined } | { failure: unknown }

/**
 * Is told of every change before it is asked for; it throws, and nothing is asked, where it must be noted and could not be.
 * What it answers is told how it went.
 */
export type WriteWitness = (write: WriteAsked) => Promise<(outcome: WriteOutcome) => Promise<void>>

/** On whose behalf a request changes things, and who is told of it. */
export interface Author {
  witness: WriteWitness
  /** Undefined where nobody knows. */
  who: { name: string; via: string; requestId: string } | undefined
}
