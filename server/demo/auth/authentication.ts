import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from '../status.ts'

/** The user of a request (authentication.k8s.io UserInfo). */
export interface User {
  username: string
  uid?: string
  groups: readonly string[]
}

/** The audience of tokens issued without one: the API server itself. */
export const API_SERVER = 'https://kubernetes.default.svc.cluster.local'

interface Issued {
  user: User
  audiences: readonly string[]
}

export const anonymous: User = { username: 'system:anonymous', groups: ['system:unauthenticated'] }

/** The bearer tokens and their users. */
export class Authentication {
  private readonly issued = new Map<string, Issued>()

  /** Adds a user with the groups that every such user belongs to, and returns a token for these audiences. */
  add(
    user: { username: string; uid?: string; groups?: readonly string[] },
    token: string = randomUUID(),
    audiences: readonly string[] = [API_SERVER],
  ): string {
    const groups = new Set([
      ...(user.groups ?? []),
      ...serviceAccountGroups(user.username),
      'system:authenticated',
    ])
    this.issued.set(token, { user: { ...user, groups: [...groups] }, audiences })
    return token
  }

  revoke(token: string): void {
    this.issued.delete(token)
  }

  /** Returns the user and the audiences of a token; undefined for an unknown token. */
  find(token: string): Issued | undefined {
    return this.issued.get(token)
  }

  /**
   * Authenticates a request: without a bearer token the user is anonymous, an unknown token is rejected
   * (apiserver's union authenticator).
   */
  authenticate(headers: IncomingHttpHeaders): User {
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
    if (scheme.toLowerCase() !== 'bearer' || token === '') return anonymous
    const issued = this.issued.get(token)
    if (issued?.audiences.includes(API_SERVER) !== true) throw unauthorized()
    return issued.user
  }
}

function serviceAccountGroups(username: string): string[] {
  const [system, kind, namespace, name] = username.split(':')
  if (system !== 'system' || kind !== 'serviceaccount' || namespace === undefined || name === undefined)
    return []
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}
