import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from '../status.ts'

/** Who asks, as authentication.k8s.io UserInfo has it. */
export interface User {
  username: string
  uid?: string
  groups: readonly string[]
}

export const anonymous: User = { username: 'system:anonymous', groups: ['system:unauthenticated'] }

/** Bearer tokens and whose they are. */
export class Authentication {
  private readonly users = new Map<string, User>()

  /** Takes a user up, with the groups that every such user is in, and gives a token for it. */
  add(
    user: { username: string; uid?: string; groups?: readonly string[] },
    token: string = randomUUID(),
  ): string {
    const groups = new Set([
      ...(user.groups ?? []),
      ...serviceAccountGroups(user.username),
      'system:authenticated',
    ])
    this.users.set(token, { ...user, groups: [...groups] })
    return token
  }

  revoke(token: string): void {
    this.users.delete(token)
  }

  find(token: string): User | undefined {
    return this.users.get(token)
  }

  /** The user of a request: no bearer token is anonymous, an unknown one is refused (apiserver's union authenticator). */
  authenticate(headers: IncomingHttpHeaders): User {
    const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
    if (scheme.toLowerCase() !== 'bearer' || token === '') return anonymous
    const user = this.users.get(token)
    if (user === undefined) throw unauthorized()
    return user
  }
}

function serviceAccountGroups(username: string): string[] {
  const [system, kind, namespace, name] = username.split(':')
  if (system !== 'system' || kind !== 'serviceaccount' || namespace === undefined || name === undefined)
    return []
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}
