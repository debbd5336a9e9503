import {
  startDemoCluster as start,
  type DemoCluster as PlainDemoCluster,
  type DemoOptions as PlainDemoOptions,
} from '../../server/demo/cluster.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { bulkObjects, type BulkCounts } from './demo/bulk.ts'
import { Faults } from './demo/faults.ts'

export interface DemoOptions extends Omit<PlainDemoOptions, 'objects' | 'intercept' | 'logOverride'> {
  /** Large numbers of inert objects, in namespaces and on nodes of their own. */
  bulk?: BulkCounts
}

/** A demo cluster with fault switches. */
export interface DemoCluster extends PlainDemoCluster {
  readonly faults: Faults
}

/** Starts a demo cluster whose requests and logs can be disturbed. */
export async function startDemoCluster({ bulk, ...options }: DemoOptions = {}): Promise<DemoCluster> {
  const faults = new Faults()
  const cluster = await start({
    ...options,
    ...(bulk === undefined ? {} : { objects: (now) => bulkObjects(bulk, now) }),
    intercept: (...exchange) => faults.intercept(...exchange),
    logOverride: (container) => faults.logOf(container),
  })
  faults.attach(cluster)
  return { ...cluster, faults }
}

/** Starts a demo cluster that is closed after the test, or after the file of the `before` hook. */
export async function openDemoCluster(options: DemoOptions = {}): Promise<DemoCluster> {
  const demo = await startDemoCluster(options)
  closeAfterwards('a demo cluster', () => demo.close())
  return demo
}
