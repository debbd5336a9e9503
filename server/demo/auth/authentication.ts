import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from '../status.ts'

/** Who asks, as authentication.k8s.io UserInfo has it. */
export interface User {
  username: string
  uid?: string
  groups: readonly string[]
}

/** Whom tokens are for that do not say: the API server itself. */
export const API_SERVER = 'https://kubernetes.default.svc.cluster.local'

interface Issued {
  user: User
  audiences: readonly string[]
}

export const anonymous: User = { username: 'system:anonymous', groups: ['system:unauthenticated'] }

/** Bearer tokens and whose they are. */
export class Authentication {
  private readonly issued = new Map<string, Issued>()

  /** Takes a user up, with the groups that every such user is in, and gives a token for it that these audiences take. */
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

  /** Whose a token is, and for whom; undefined for one that was never issued. */
  find(token: string): Issued | undefined {
    return this.issued.get(token)
  }

  /** The user of a request: no bearer token is anonymous, an unknown one is refused (apiserver's union authenticator). */
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
