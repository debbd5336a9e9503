import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld } from './environment/open.ts'
import { MissingTool } from './environment/process.ts'
import { runSuites } from './suites.ts'

/*
 * `make e2e`: creates a kind cluster, installs the chart, runs every suite that supports a real cluster, and
 * deletes everything again. Environment variables:
 *
 * - KIND_NODE_IMAGE: another image for the cluster's node
 * - E2E_KUBECONFIG: an existing cluster to use instead of a new one; objects created in it are removed at the
 * end
 * - E2E_IMAGE: an image of the service that this cluster can pull, if it is not a kind cluster on this
 * machine
 * - E2E_PROMETHEUS_IMAGE: another image of Prometheus
 * - E2E_ONLY: runs only suites whose path contains one of these parts: `kind/rights,kind/scope`
 * - E2E_METRICS_SERVER: a manifest of metrics-server, whose figures are compared with `kubectl top`
 * - E2E_CLUSTER: another name for the new cluster, so that two runs can run side by side
 * - E2E_KEEP=1: keeps the cluster at the end
 */
const root = join(import.meta.dirname, '..', '..')
const folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-e2e-'))
const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
let leaving: Promise<void> | undefined

process.once('SIGINT', () => void leave().finally(() => process.exit(130)))
process.once('SIGTERM', () => void leave().finally(() => process.exit(143)))

try {
  process.exitCode = (await runSuites(await openWorld(root, folder, undo))) ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (leaving === undefined) console.error(said(error))
} finally {
  await leave()
}
process.exit()

/** Runs the clean-up steps, the last first. */
function leave(): Promise<void> {
  leaving ??= (async () => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => console.error(said(error)))
  })()
  return leaving
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof MissingTool ? error.message : (error.stack ?? error.message)
}
