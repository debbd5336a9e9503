import { join } from 'node:path'
import type { BenchCluster } from './cluster.ts'
import { Child } from './measure/child.ts'
import type { OpenLoad, OpenResult } from './measure/open-loop.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import type { Settings } from './settings.ts'
import { startService, startStatic, startTwin, synced } from './subject.ts'
import type { RunningService, StaticServer, Subject } from './subject.ts'

/** A cluster and all that is measured in front of it, warm. */
export interface Stage {
  cluster: BenchCluster
  settings: Settings
  service: RunningService
  limit: StaticServer
  twin: Subject
  /** The open-loop generator. */
  load: Child
  openLoop(load: OpenLoad): Promise<OpenResult>
  close(): Promise<void>
}

export async function openStage(cluster: BenchCluster, settings: Settings): Promise<Stage> {
  const service = await startService(cluster)
  await synced(service)
  const limit = await startStatic()
  const twin = await startTwin(cluster)
  const load = await startLoad()
  return {
    cluster,
    settings,
    service,
    limit,
    twin,
    load,
    openLoop: (asked) => load.ask('openLoop', asked),
    close: async () => {
      for (const one of [service, limit, twin, load]) await one.end()
    },
  }
}

/** The open-loop generator, in a process of its own on the core of the load. */
export async function startLoad(): Promise<Child> {
  return Child.start(join(import.meta.dirname, 'processes', 'load.ts'), { core: LOAD_CORE })
}
