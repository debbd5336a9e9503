import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pod } from '../../../server/kinds/pods/model.ts'
import { containerOf } from './container.ts'
import { pod } from './kubectl.ts'
import { world } from './world.ts'

const NAMESPACE = 'default'
const NAME = 'reader-of-documents'
/** Folder of the container where the volume is mounted. */
const MOUNTED = '/var/run/inspector'

/**
 * Creates a Pod with a volume, and returns the path of a command that runs the script of its standard input with the tools of
 * the kind node, since no image of the run has curl, and with the network, the DNS and the volume of the Pod.
 */
export async function openPodShell(volume: { readonly name: string }): Promise<string> {
  const { kubectl, pause, kind, folder } = world()
  if (kind === undefined) throw new Error('this is for a kind cluster of ours')
  const volumeMounts = [{ name: volume.name, mountPath: MOUNTED }]
  await kubectl.apply(
    pod(NAMESPACE, NAME, { containers: [{ name: 'main', image: pause, volumeMounts }], volumes: [volume] }),
  )
  await kubectl.text('-n', NAMESPACE, 'wait', '--for=condition=Ready', '--timeout=2m', `pod/${NAME}`)
  const { pid } = await containerOf(await kubectl.json<Pod>('-n', NAMESPACE, 'get', 'pod', NAME), 'main')
  const root = `/proc/${pid}/root`
  // Copies, since files of another mount namespace cannot be mounted. Only this script sees them.
  const inside = [
    'mount -t tmpfs none /mnt',
    `cp ${root}/etc/resolv.conf /mnt/`,
    'mount --bind /mnt/resolv.conf /etc/resolv.conf',
    `mkdir -p ${MOUNTED}`,
    `mount -t tmpfs none ${MOUNTED}`,
    `cp -L ${root}${MOUNTED}/* ${MOUNTED}/`,
    'exec bash -euo pipefail',
  ].join(' && ')
  const path = join(folder, 'pod-shell')
  const enter = `nsenter --target ${pid} --net -- unshare --mount bash -c '${inside}'`
  await writeFile(path, `#!/bin/sh\nexec docker exec -i ${kind.node} ${enter}\n`, { mode: 0o755 })
  return path
}

/** Deletes the Pod. */
export async function closePodShell(): Promise<void> {
  await world().kubectl.remove('-n', NAMESPACE, 'pod', NAME)
}
