import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Access, InCluster } from './cluster.ts'

/**
 * Writes the files of a ServiceAccount to a folder; returns the environment and arguments with which a
 * service uses them and finds the API server, as in a Pod.
 */
export async function asPod(mount: string, { url, tls }: Access, token: string): Promise<InCluster> {
  await mkdir(mount, { recursive: true })
  await writeFile(join(mount, 'token'), token)
  await writeFile(join(mount, 'ca.crt'), tls.ca ?? '')
  const { hostname, port } = new URL(url)
  return {
    env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
    args: ['--service-account', mount],
  }
}
