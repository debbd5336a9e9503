import { chmod, rename, writeFile } from 'node:fs/promises'
import { serveLocally, type LocalService } from '../environment/serve.ts'
import { world } from '../environment/world.ts'

const SERVE = ['node', 'server/main.ts', 'serve', '--port', '0', '--metrics-port', '0']

/** Writes a kubeconfig atomically, as clients of Kubernetes do. */
export async function writeKubeconfig(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Writes an executable program. */
export async function writeProgram(path: string, content: string): Promise<void> {
  await writeFile(path, content)
  await chmod(path, 0o755)
}

/** Starts a service on this machine that uses a kubeconfig. */
export async function serveKubeconfig(
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LocalService> {
  return serveLocally(world().root, SERVE, { KUBECONFIG: path, ...env })
}
