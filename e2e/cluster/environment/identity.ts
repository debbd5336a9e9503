import { writeFile } from 'node:fs/promises'
import type { KubeAccess } from '../../support/kube.ts'
import type { Kubectl } from './kubectl.ts'

const HOME = 'cluster-inspector-e2e'

interface ConfigView {
  clusters: { cluster: { server: string; 'certificate-authority-data'?: string } }[]
}

/**
 * Creates the tests' ServiceAccount with cluster-admin rights; returns access to the API server with its
 * token.
 */
export async function testIdentity(kubectl: Kubectl, caFile: string): Promise<KubeAccess & { ca: string }> {
  const subject = { kind: 'ServiceAccount', name: HOME, namespace: HOME }
  await kubectl.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: HOME } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: HOME, namespace: HOME } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: HOME },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [subject],
    },
  )
  const { url, ca } = await apiServer(kubectl)
  await writeFile(caFile, ca)
  return { url, ca, token: await tokenOf(kubectl, HOME, HOME) }
}

export async function removeTestIdentity(kubectl: Kubectl): Promise<void> {
  await kubectl.text('delete', '--ignore-not-found', `clusterrolebinding/${HOME}`, `namespace/${HOME}`)
}

export async function tokenOf(kubectl: Kubectl, namespace: string, account: string): Promise<string> {
  return (await kubectl.text('create', 'token', account, '-n', namespace, '--duration=2h')).trim()
}

/** Returns the URL and the CA (PEM) of the current context's API server. */
export async function apiServer(kubectl: Kubectl): Promise<{ url: string; ca: string }> {
  const view = await kubectl.json<ConfigView>('config', 'view', '--minify', '--flatten')
  const { server, 'certificate-authority-data': data } = view.clusters[0]?.cluster ?? { server: '' }
  if (data === undefined)
    throw new Error('the kubeconfig names no certificate authority: a cluster with one is needed')
  return { url: server, ca: Buffer.from(data, 'base64').toString() }
}
