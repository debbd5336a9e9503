import type { Clock } from '../../../core/clock.ts'

/** The part of an identity that belongs to a user, without the cluster's CA and without impersonation. */
export interface UserCredential {
  /** Value of the Authorization header, encoded for Node. */
  readonly authorization?: string
  /** PEM of a client certificate and its key. */
  readonly cert?: string
  readonly key?: string
}

/** Source of a user's credential. */
export interface CredentialProvider {
  /** Returns a credential that has not expired; throws CredentialsError. */
  current(): Promise<UserCredential>
  /** Obtains another credential after the cluster answered 401, if there may be one; throws CredentialsError. */
  renew(): Promise<void>
}

/** The part of the log that credential providers write to. */
export interface CredentialLog {
  warn(message: string, fields?: object): void
  debug(message: string, fields?: object): void
}

/** Surroundings of credential providers. */
export interface CredentialOptions {
  /** Environment of credential plugins: that of this process. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns milliseconds since 1970, for expiry. */
  readonly now: () => number
  /** Monotonic clock and timers, for intervals and deadlines. */
  readonly time: Clock
  readonly log: CredentialLog
  /** Aborted at shutdown: ends credential plugins. */
  readonly signal: AbortSignal
}
