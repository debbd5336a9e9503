import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AuthenticationConfig } from './authentication-config.ts'
import { apiServer } from './identity.ts'
import { createCluster, deleteCluster, NAME } from './kind.ts'
import { Kubectl } from './kubectl.ts'
import { output } from './process.ts'
import { world } from './world.ts'

const NAMESPACE = 'cluster-inspector'
const ACCOUNT = 'cluster-inspector-server'

/** A second kind cluster, in which the service has the rights of manifests/remote-cluster-rbac.yaml. */
export interface SecondCluster {
  kubectl: Kubectl
  /** The name of the node's container. */
  node: string
  /** The URL of its API server for Pods of the first cluster. */
  server: string
  /** In PEM. */
  ca: string
  /** The issuers that its API server accepts. */
  authentication: AuthenticationConfig
  /** Creates a token and a function that revokes it. */
  token(): Promise<{ token: string; revoke(): Promise<void> }>
}

let opened: Promise<SecondCluster> | undefined

/** Creates the second cluster, once in a run; it is deleted at the end of the run. */
export async function openSecondCluster(): Promise<SecondCluster> {
  return (opened ??= createSecondCluster())
}

async function createSecondCluster(): Promise<SecondCluster> {
  const { root, folder, later } = world()
  const kubectl = new Kubectl(join(folder, 'second.kubeconfig'))
  const name = `${NAME}-second`
  later(() => deleteCluster(name, kubectl.kubeconfig))
  const authentication = await AuthenticationConfig.create(join(folder, 'authentication'))
  const config = await authentication.addTo(join(root, 'e2e', 'kind.yaml'))
  const { node } = await createCluster(root, kubectl.kubeconfig, name, config)
  await kubectl.text('apply', '-f', join(root, 'manifests', 'remote-cluster-rbac.yaml'))
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
  const [address = ''] = (await output('docker', ['inspect', '--format', format, node])).trim().split(' ')
  const { ca } = await apiServer(kubectl)
  const server = `https://${address}:6443`
  return { kubectl, node, server, ca, authentication, token: () => tokenIn(kubectl) }
}

/** Creates a token that is bound to a Secret, so that deleting the Secret revokes it. */
async function tokenIn(kubectl: Kubectl): Promise<{ token: string; revoke(): Promise<void> }> {
  const secret = `anchor-${randomBytes(3).toString('hex')}`
  const metadata = { name: secret, namespace: NAMESPACE }
  await kubectl.apply({ apiVersion: 'v1', kind: 'Secret', metadata })
  const bound = ['--bound-object-kind', 'Secret', '--bound-object-name', secret]
  const token = await kubectl.text('create', 'token', ACCOUNT, '-n', NAMESPACE, '--duration=1h', ...bound)
  return {
    token: token.trim(),
    revoke: async () => {
      await kubectl.text('delete', 'secret', '-n', NAMESPACE, secret)
    },
  }
}
