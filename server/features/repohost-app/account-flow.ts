import { randomUUID } from 'node:crypto'
import type { Redirect } from '../../api/responses.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { audited } from '../../cluster/write/write-audit.ts'
import type { CallLimiter } from '../../core/call-limiter.ts'
import {
  ForbiddenByPolicyError,
  InvalidRequestError,
  NotConfiguredError,
  type Issue,
} from '../../core/errors.ts'
import { quote } from '../../core/formats/sanitize.ts'
import type { OpenHost } from '../repohost/open-host.ts'
import type { Person } from '../settings/people.ts'
import type { HostAccount, HostTokens } from './host-account.ts'
import { GrantRejectedError } from './oauth-client.ts'
import { CONNECT_PATH, signedInPerson, type PeopleOfHost } from './people-of-host.ts'
import { RETURN_PATH, returnPathOf, withOutcome } from './return-path.ts'

export interface FlowParts {
  readonly open: OpenHost
  readonly people: PeopleOfHost
  readonly auditLog: Pick<AuditLog, 'recordWrite'>
  readonly limiter: CallLimiter
}

/** One request of the flow. */
export interface FlowCall {
  readonly actor: RequestActor
  readonly signal: AbortSignal
}

/** The way back from the host, as its query says. */
export interface CallbackQuery {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly error?: string | undefined
  readonly setup_action?: string | undefined
  readonly installation_id?: string | undefined
}

/** The steps by which the caller of one request connects and disconnects its account at the host. */
export class AccountFlow {
  readonly #parts: FlowParts
  readonly #call: FlowCall

  constructor(parts: FlowParts, call: FlowCall) {
    this.#parts = parts
    this.#call = call
  }

  /** Begins a connection: redirects to the page of the host on which the person agrees, or installs the App. */
  async connect(path = '/', install = false): Promise<Redirect> {
    const { limiter, people } = this.#parts
    const { oauth, origin, states, storageHint } = people
    const person = this.#person()
    const hint = storageHint()
    if (hint !== undefined)
      throw new NotConfiguredError('tokens of the repository host cannot be kept in this installation', hint)
    const returnPath = returnPathOf(path, origin)
    if (returnPath === undefined) throw invalid('return', RETURN_PATH)
    limiter.count(person.user)
    const { state, challenge, cookie } = await states.begin(person, returnPath)
    const location = install ? oauth.installationUrl(state) : oauth.authorizationUrl(state, challenge)
    if (location === undefined)
      throw new NotConfiguredError(
        'the repository host has no App to install',
        'set repohost.appSlug in the values of the Helm release',
      )
    return { location, cookies: [cookie] }
  }

  /**
   * Completes a connection. A code is exchanged only if this browser and this person began the connection, and with PKCE. One of
   * an installation, which the host sends without a state or a challenge, begins a connection in its place.
   */
  async complete(query: CallbackQuery, cookie: string | undefined): Promise<Redirect> {
    const { origin, states } = this.#parts.people
    const person = this.#person()
    const { code, state, error, setup_action: setup } = query
    const pending = state === undefined ? undefined : await states.open(cookie, state, person)
    if (state !== undefined && pending === undefined)
      throw invalid(
        'state',
        `is not that of a connection which this browser and caller began within ten minutes: start again at ${CONNECT_PATH}`,
      )
    const cookies = [states.end()]
    const returnPath = pending?.returnPath ?? '/'
    if (setup === 'request') return { location: withOutcome(returnPath, 'requested', origin), cookies }
    if (error !== undefined) {
      if (pending === undefined) throw invalid('state', 'is missing')
      if (error !== 'access_denied') throw invalid('error', `of the repository host: ${quote(error, 64)}`)
      return { location: withOutcome(returnPath, 'denied', origin), cookies }
    }
    const isOfInstallation = setup !== undefined || query.installation_id !== undefined
    if (isOfInstallation || (code !== undefined && pending === undefined))
      return {
        location: `${CONNECT_PATH}?${new URLSearchParams({ return: returnPath }).toString()}`,
        cookies,
      }
    if (pending === undefined) throw invalid('state', 'is missing')
    if (code === undefined) throw invalid('code', 'is missing')
    await this.#audited('create', () => this.#exchange(person, code, pending.verifier))
    return { location: returnPath, cookies }
  }

  /** Forgets the account of the caller, and then revokes its token; `revoked` says whether the host did so. */
  async disconnect(): Promise<{ success: true; revoked: boolean }> {
    const { people } = this.#parts
    const { signal, actor } = this.#call
    const person = signedInPerson(actor.caller)
    const state = person && (await people.store.read(person, signal))
    if (person === undefined || (state?.account === undefined && state?.reason === undefined))
      return { success: true, revoked: false }
    return this.#audited('delete', async () => {
      let last: HostAccount | undefined
      await people.store.update(person, signal, ({ account, reason }) => {
        last = account
        return account === undefined && reason === undefined
          ? undefined
          : { account: undefined, renewingUntil: 0 }
      })
      const revoked = last !== undefined && (await people.oauth.revoke(last.accessToken, signal))
      return { success: true, revoked }
    })
  }

  async #exchange(person: Person, code: string, verifier: string): Promise<void> {
    const { oauth, store, binding } = this.#parts.people
    const { signal } = this.#call
    const tokens = await this.#tokens(code, verifier)
    try {
      const login = await this.#loginOf(tokens)
      const account: HostAccount = {
        ...tokens,
        ...binding,
        subject: person.subject,
        login,
        id: randomUUID(),
        generation: 0,
      }
      await store.update(person, signal, () => ({ account, renewingUntil: 0 }))
    } catch (error) {
      // Nobody would use the token.
      await oauth.revoke(tokens.accessToken, signal)
      throw error
    }
  }

  async #tokens(code: string, verifier: string): Promise<HostTokens> {
    try {
      return await this.#parts.people.oauth.exchange(code, verifier, this.#call.signal)
    } catch (error) {
      if (!(error instanceof GrantRejectedError)) throw error
      throw invalid('code', `is not accepted by the repository host any more: start again at ${CONNECT_PATH}`)
    }
  }

  async #loginOf({ accessToken }: HostTokens): Promise<string> {
    const { host } = this.#parts.open.withCredential({
      via: 'app-user',
      scheme: 'Bearer',
      token: async () => accessToken,
      key: () => `new account ${randomUUID()}`,
    })
    return (await host.identity(this.#call.signal)).login
  }

  /** Runs a change with audit entries before and after it. */
  async #audited<T>(verb: 'create' | 'delete', work: () => Promise<T>): Promise<T> {
    const { auditLog, open } = this.#parts
    const attempt = { verb, resource: 'hostaccounts', name: open.name, before: undefined }
    return audited(auditLog.recordWrite(this.#call.actor), attempt, work)
  }

  #person(): Person {
    const person = signedInPerson(this.#call.actor.caller)
    if (person !== undefined) return person
    throw new ForbiddenByPolicyError(
      'an account of the repository host is connected by a person who signed in to this service with a browser',
      `sign in at ${this.#parts.people.origin}/docs/sign-in`,
    )
  }
}

function invalid(name: string, message: string): InvalidRequestError {
  const issue: Issue = { in: 'query', name, message }
  return new InvalidRequestError([issue])
}
