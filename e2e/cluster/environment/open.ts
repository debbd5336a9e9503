import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Forward } from './forward.ts'
import { removeTestIdentity, testIdentity } from './identity.ts'
import { buildImage, createCluster, deleteCluster, loadImages, NAME, obtainImage } from './kind.ts'
import type { KindCluster } from './kind.ts'
import { Kubectl } from './kubectl.ts'
import { discoveringConfig } from '../fixtures/prometheus.ts'
import { output, run } from './process.ts'
import { NAMESPACE, Release, RELEASE } from './release.ts'
import { enter, type World } from './world.ts'

const IMAGE = `cluster-inspector:${NAME}`
const PAUSE = 'registry.k8s.io/pause:3.10'
const PROMETHEUS = process.env['E2E_PROMETHEUS_IMAGE'] ?? 'prom/prometheus:latest'

/** Creates everything the suites need. Each step adds its clean-up to `undo`. */
export async function openWorld(root: string, folder: string, undo: (() => Promise<void>)[]): Promise<World> {
  await check('kubectl', 'version', '--client')
  await check('helm', 'version')
  const kubectl = new Kubectl(join(folder, 'kubeconfig'))
  const given = process.env['E2E_KUBECONFIG']
  const keep = process.env['E2E_KEEP'] === '1'
  let ours: KindCluster | undefined
  if (given === undefined) {
    await checkDocker()
    if (!keep) undo.push(() => deleteCluster(NAME, kubectl.kubeconfig))
    ours = await createCluster(root, kubectl.kubeconfig)
  } else await copyFile(given, kubectl.kubeconfig)
  const images = await provideImages(root, ours ?? (await kindOf(kubectl)))
  const release = new Release(kubectl, root, images.image)
  if (given !== undefined && !keep) undo.push(() => clear(kubectl, release))
  const access = await testIdentity(kubectl, join(folder, 'ca.crt'))
  await release.install()
  const forward = await Forward.open(kubectl.kubeconfig, NAMESPACE, RELEASE)
  undo.push(async () => forward.close())
  const later = (step: () => Promise<void>): void => void undo.push(step)
  const world = { root, folder, kubectl, release, forward, access, kind: ours, later, ...images }
  enter(world)
  return world
}

async function check(tool: string, ...args: string[]): Promise<void> {
  await output(tool, args)
}

async function checkDocker(): Promise<void> {
  await check('kind', 'version')
  await check('docker', 'version')
}

/** Returns the kind cluster of a given kubeconfig's current context; local images can be loaded into it. */
async function kindOf(kubectl: Kubectl): Promise<KindCluster | undefined> {
  const name = /^kind-(.+)$/.exec((await kubectl.text('config', 'current-context')).trim())?.[1]
  return name === undefined ? undefined : { name, node: `${name}-control-plane` }
}

async function provideImages(root: string, kind: KindCluster | undefined) {
  if (kind === undefined) {
    const image = process.env['E2E_IMAGE']
    if (image === undefined)
      throw new Error('set E2E_IMAGE to an image of the service that this cluster can pull')
    return { image, pause: PAUSE, prometheus: PROMETHEUS, prometheusDiscovers: true }
  }
  await checkDocker()
  await buildImage(root, IMAGE)
  const pause = await obtainImage(PAUSE, PAUSE)
  const prometheus = await obtainImage(PROMETHEUS, 'prom/prometheus:e2e')
  await loadImages(kind, IMAGE, pause, prometheus)
  return { image: IMAGE, pause, prometheus, prometheusDiscovers: await discovers(prometheus) }
}

/** Whether an image's Prometheus supports Kubernetes service discovery, according to its promtool. */
async function discovers(image: string): Promise<boolean> {
  const check = [
    'run',
    '--rm',
    '--interactive',
    '--entrypoint',
    'promtool',
    image,
    'check',
    'config',
    '/dev/stdin',
  ]
  const { code } = await run('docker', check, { input: discoveringConfig() })
  return code === 0
}

/** Removes the release and the fixtures from a cluster given by the user. */
async function clear(kubectl: Kubectl, release: Release): Promise<void> {
  await release.purge()
  await removeTestIdentity(kubectl)
}
