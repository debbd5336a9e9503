import { join } from 'node:path'
import { apiServer } from './identity.ts'
import { createCluster, deleteCluster, NAME } from './kind.ts'
import { Kubectl } from './kubectl.ts'
import { output } from './process.ts'

const SECOND = `${NAME}-second`
const RBAC = 'rbac.authorization.k8s.io'
/** Where the API server of a kind node listens; its certificate is of the node's address too. */
const PORT = 6443

/** What a role of the cluster allows. */
export interface Rule {
  apiGroups: readonly string[]
  resources: readonly string[]
  verbs: readonly string[]
}

/** Another kind cluster beside the run's own, made on demand: its Pods and ours share the network of the Docker engine. */
export class SecondCluster {
  readonly kubectl: Kubectl
  /** The API server as Pods of the first cluster reach it. */
  readonly url: string
  /** The authority it is known by, in PEM. */
  readonly ca: string
  /** The container that is its node. */
  readonly node: string

  static async create(root: string, folder: string): Promise<SecondCluster> {
    const kubectl = new Kubectl(join(folder, 'second-kubeconfig'))
    const { node } = await createCluster(root, kubectl.kubeconfig, SECOND)
    const address = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
    const ip = (await output('docker', ['inspect', '--format', address, node])).trim()
    return new SecondCluster(kubectl, node, `https://${ip}:${PORT}`, (await apiServer(kubectl)).ca)
  }

  /** Removes it, and whatever an earlier run left of it. */
  static async remove(folder: string): Promise<void> {
    await deleteCluster(SECOND, join(folder, 'second-kubeconfig'))
  }

  private constructor(kubectl: Kubectl, node: string, url: string, ca: string) {
    this.kubectl = kubectl
    this.node = node
    this.url = url
    this.ca = ca
  }

  /** Makes a ServiceAccount of the namespace `default` that may do this everywhere. */
  async account(name: string, ...rules: Rule[]): Promise<void> {
    await this.kubectl.apply(
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'default' } },
      { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name, namespace: 'default' }],
      },
    )
  }

  /** A new token of an account; 10 minutes are the least an API server gives. */
  async token(name: string, duration = '1h'): Promise<string> {
    return (await this.kubectl.text('create', 'token', name, '-n', 'default', '--duration', duration)).trim()
  }

  /** A kubeconfig that leads here from Pods of the first cluster. */
  kubeconfigOf(token: string): Record<string, unknown> {
    const cluster = {
      server: this.url,
      'certificate-authority-data': Buffer.from(this.ca).toString('base64'),
    }
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: SECOND, cluster }],
      users: [{ name: 'account', user: { token } }],
      contexts: [{ name: SECOND, context: { cluster: SECOND, user: 'account' } }],
      'current-context': SECOND,
    }
  }
}
