import { join } from 'node:path'
import { output, run } from './process.ts'

/** The name of this run's cluster. Runs with different names can run side by side. */
export const NAME = process.env['E2E_CLUSTER'] ?? 'cluster-inspector-e2e'

/** A kind cluster on this machine. */
export interface KindCluster {
  name: string
  /** The name of the node's container. */
  node: string
}

/**
 * Creates the cluster, and deletes one from an earlier run first, because that has an old image and old
 * objects.
 */
export async function createCluster(
  root: string,
  kubeconfig: string,
  name = NAME,
  config = join(root, 'e2e', 'kind.yaml'),
): Promise<KindCluster> {
  await deleteCluster(name, kubeconfig)
  const image = process.env['KIND_NODE_IMAGE']
  const args = ['--name', name, '--config', config, '--kubeconfig', kubeconfig, '--wait', '120s']
  await output('kind', ['create', 'cluster', ...args, ...(image ? ['--image', image] : [])], { shown: true })
  return { name, node: `${name}-control-plane` }
}

export async function deleteCluster(name: string, kubeconfig: string): Promise<void> {
  await output('kind', ['delete', 'cluster', '--name', name, '--kubeconfig', kubeconfig], { shown: true })
}

/** Loads images from the local Docker engine into the cluster. Each needs a tag other than latest. */
export async function loadImages(cluster: KindCluster, ...images: string[]): Promise<void> {
  await output('kind', ['load', 'docker-image', '--name', cluster.name, ...images], { shown: true })
}

/** Builds the service's image from the working tree. */
export async function buildImage(root: string, image: string): Promise<void> {
  await output('docker', ['build', '--quiet', '-f', 'server/Dockerfile', '-t', image, '.'], {
    cwd: root,
    shown: true,
  })
}

/** Tags an image in the local Docker engine, after pulling it if it is missing. */
export async function obtainImage(source: string, tag: string): Promise<string> {
  const { code } = await run('docker', ['image', 'inspect', source])
  if (code !== 0) await output('docker', ['pull', source], { shown: true })
  if (source !== tag) await output('docker', ['tag', source, tag])
  return tag
}
