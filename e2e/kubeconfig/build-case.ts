import { stringify } from 'yaml'
import type { Difference, KubeconfigCase } from './kubeconfig-case.ts'

export const TLS = 'https://127.0.0.1:@port@'
export const PLAIN = 'http://127.0.0.1:@plainPort@'
export const trusted = { server: TLS, 'certificate-authority-data': '@ca@' }
export const withToken = { token: 'of-user' }

/** Returns a kubeconfig with one context `x` of this cluster and user. */
export function single(cluster: unknown, user: unknown, context: object = {}): string {
  return stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'x',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', ...context } }],
    },
    { version: '1.1' },
  )
}

/** Returns a case of one file. */
export function oneFile(name: string, content: string, more: Partial<KubeconfigCase> = {}): KubeconfigCase {
  return { name, files: { config: content }, kubeconfig: ['config'], context: 'x', ...more }
}

/** Returns cases of one user each, with a cluster that works. */
export function ofUsers(
  area: string,
  users: Readonly<Record<string, unknown>>,
  differences: Readonly<Record<string, Difference>> = {},
): KubeconfigCase[] {
  return Object.entries(users).map(([title, user]) =>
    oneFile(`${area}: ${title}`, single(trusted, user), differenceOf(differences[title])),
  )
}

/** Returns cases of one cluster each, with a user that works. */
export function ofClusters(
  area: string,
  clusters: Readonly<Record<string, unknown>>,
  differences: Readonly<Record<string, Difference>> = {},
): KubeconfigCase[] {
  return Object.entries(clusters).map(([title, cluster]) =>
    oneFile(`${area}: ${title}`, single(cluster, withToken), differenceOf(differences[title])),
  )
}

export function differenceOf(difference: Difference | undefined): { difference?: Difference } {
  return difference === undefined ? {} : { difference }
}
