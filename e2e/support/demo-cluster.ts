import { startDemoCluster, type DemoCluster, type DemoOptions } from '../../server/demo/cluster.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

/** Starts a demo cluster that is closed after the test, or after the file of the `before` hook. */
export async function openDemoCluster(options: DemoOptions = {}): Promise<DemoCluster> {
  const demo = await startDemoCluster(options)
  closeAfterwards('a demo cluster', () => demo.close())
  return demo
}
