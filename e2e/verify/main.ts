/* Prints the number of source files that one list passes through, computed from the watch cache and served from the
 * response cache, and fails if it is not below the figure before the rooms were laid out by subject. */
import { Session } from 'node:inspector/promises'
import { startDemoCluster } from '../support/demo-cluster.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'

/** Files in which a function ran during `GET /api/pods?namespace=shop`, before. */
const BEFORE = { computed: 67, cached: 28 }
const PATH = '/api/pods?namespace=shop'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** Returns the files of server/ outside of the demo cluster in which a function ran since the last call. */
async function filesPassed(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  )
  return ran
    .map(({ url }) => /\/server\/(.*)$/.exec(url)?.[1] ?? '')
    .filter((file) => file !== '' && !file.startsWith('demo/'))
    .toSorted()
}

const demo = await startDemoCluster({ controllers: false })
const service = await serveWarm(demo.url, demo.token)
const get = async (path: string): Promise<string | null> => {
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`)
  await response.text()
  return response.headers.get('x-cache')
}
try {
  // The first responses connect, authenticate and review rights once for all that follow.
  await until('a list from the watch cache', async () =>
    (await get('/api/pods?namespace=payments')) === 'hit' ? true : undefined,
  )
  await filesPassed()
  await get(PATH)
  const computed = await filesPassed()
  await get(PATH)
  const cached = await filesPassed()
  if (process.argv.includes('--list'))
    process.stdout.write(`${computed.join('\n')}\n\n${cached.join('\n')}\n`)
  process.stdout.write(
    `one list passes ${computed.length} files computed (before: ${BEFORE.computed}) ` +
      `and ${cached.length} cached (before: ${BEFORE.cached})\n`,
  )
  process.exitCode = computed.length < BEFORE.computed && cached.length < BEFORE.cached ? 0 : 1
} finally {
  session.disconnect()
  await service.stop()
  await demo.close()
}
