import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Access, InCluster } from './cluster.ts'

/** The files of a ServiceAccount in a folder, and what tells a service of them and of the API server, as in a Pod. */
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
