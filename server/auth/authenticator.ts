import type { Caller } from './caller.ts'

/** Identity headers of a trusted proxy: one value per header line, in the received bytes. */
export interface ProxyIdentity {
  /** X-Remote-User. */
  names: readonly string[]
  /** X-Remote-Group. */
  groups: readonly string[]
}

/** The parts of a request that can authenticate its caller. */
export interface RequestCredentials {
  /** The connection of the request. */
  connection: object
  /** Whether the connection comes from this host, without a client certificate. */
  loopback: boolean
  /** Whether a proxy forwarded the request; the connection then does not identify the caller. */
  forwarded: boolean
  authorization: string | undefined
  /** Identity headers of a trusted proxy; undefined if the connection is not from such a proxy. */
  proxied: ProxyIdentity | undefined
  /** The Cookie header, which may hold a session. */
  cookie: string | undefined
}

/** Authenticator of a method other than bearer tokens and loopback connections. */
export interface Authenticator {
  /** Hint in the message of a 401: how to use this method, as the rest of a sentence. */
  readonly hint: string
  /**
   * Returns the caller without waiting; undefined if the request has no credentials of this method, `uncached`
   * if they need verification. Never throws.
   */
  authenticateCached(credentials: RequestCredentials): Caller | 'uncached' | undefined
  /**
   * Returns the caller; undefined if the request has no credentials of this method. Rejects with UnauthenticatedError
   * for invalid credentials.
   */
  authenticate(credentials: RequestCredentials): Promise<Caller | undefined>
}
