import { join } from 'node:path'
import type { BenchCluster } from './cluster.ts'
import { Child } from './measure/child.ts'
import type { OpenLoad, OpenResult } from './measure/open-loop.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import type { Settings } from './settings.ts'
import { startEarlier, startService, startStatic, startTwin, synced } from './subject.ts'
import type { EarlierService, RunningService, StaticServer, Subject } from './subject.ts'

/** The open-loop load generator, in a process of its own. */
export interface Load {
  openLoop(load: OpenLoad): Promise<OpenResult>
  end(): Promise<void>
}

/** A cluster with the warmed-up service and everything else that is measured on it. */
export interface Stage {
  cluster: BenchCluster
  settings: Settings
  service: RunningService
  /** The services of earlier checkouts that are compared. */
  before: readonly EarlierService[]
  limit: StaticServer
  twin: Subject
  load: Load
  close(): Promise<void>
}

export async function openStage(cluster: BenchCluster, settings: Settings): Promise<Stage> {
  const service = await startService(cluster)
  await synced(service)
  const before = await startEarlier(cluster, settings)
  const limit = await startStatic()
  const twin = await startTwin(cluster)
  const load = await startLoad(LOAD_CORE, settings.alone)
  return {
    cluster,
    settings,
    service,
    before,
    limit,
    twin,
    load,
    close: async () => {
      for (const one of [service, ...before, limit, twin, load]) await one.end()
    },
  }
}

/** Starts the load generator on a core; `first`: with priority over normal processes there, as root. */
export async function startLoad(core = LOAD_CORE, first = false): Promise<Load> {
  const child = await Child.start(join(import.meta.dirname, 'processes', 'load.ts'), { core })
  if (first) child.goFirst()
  return { openLoop: (load) => child.ask('openLoop', load), end: () => child.end() }
}
