import { hash } from 'node:crypto'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { SealedCookie } from '../../auth/sign-in/sealed-cookie.ts'
import type { Person } from '../settings/people.ts'

const LIFETIME_SECONDS = 600

/** A connection that was begun: `state` and `challenge` go to the host, the cookie to the browser. */
export interface BegunConnection {
  readonly state: string
  readonly challenge: string
  readonly cookie: string
}

/** A connection that a browser comes back with. */
export interface PendingConnection {
  readonly verifier: string
  readonly returnPath: string
}

/**
 * Connections between their begin and the way back from the host. State, verifier, caller and path to return to are in a sealed
 * cookie, so any replica completes what another began, and none stores anything. One that is used twice fails at the host,
 * which accepts a code once.
 */
export class ConnectionStates {
  readonly #cookie: SealedCookie
  readonly #clock: () => number

  /** `clock`: milliseconds since 1970. */
  constructor(cookie: SealedCookie, clock: () => number) {
    this.#cookie = cookie
    this.#clock = clock
  }

  async begin(person: Person, returnPath: string): Promise<BegunConnection> {
    const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
    const until = this.#clock() + LIFETIME_SECONDS * 1000
    const content = { state, verifier, returnPath, person: digestOf(person), until }
    return {
      state,
      challenge: await calculatePKCECodeChallenge(verifier),
      cookie: await this.#cookie.seal(content, LIFETIME_SECONDS),
    }
  }

  /** Returns the connection of a Cookie header if it has this state, is of this person and at most ten minutes old. */
  async open(
    header: string | undefined,
    state: string,
    person: Person,
  ): Promise<PendingConnection | undefined> {
    const content = (await this.#cookie.open(header)) ?? {}
    const { verifier, returnPath, until } = content
    const isOwn = content['state'] === state && content['person'] === digestOf(person)
    const isInTime = typeof until === 'number' && this.#clock() <= until
    return isOwn && isInTime && typeof verifier === 'string' && typeof returnPath === 'string'
      ? { verifier, returnPath }
      : undefined
  }

  /** Returns the value of Set-Cookie that ends a connection. */
  end(): string {
    return this.#cookie.clear()
  }
}

/** Returns a digest of name and account, which are longer than a cookie may be. */
function digestOf({ user, subject }: Person): string {
  return hash('sha256', JSON.stringify([user, subject]), 'base64url')
}
