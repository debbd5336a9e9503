// Serves clusters with a clock that runs faster than the machine's, in a process of its own. The argument is JSON: the first
// cluster, further contexts, settings, the factor and the time that ages are counted to. The ports are sent to the parent.
import { shutDownOnSignal } from '../../../server/commands/shutdown.ts'
import { createLog } from '../../../server/telemetry/log.ts'
import { hurriedBy } from '../hurried.ts'
import { serveCluster, type ServeOptions } from '../serve.ts'

/** The argument of this process. */
export interface HurriedService extends Required<Pick<ServeOptions, 'settings' | 'contexts'>> {
  readonly url: string
  readonly token: string
  readonly factor: number
  /** Milliseconds since 1970; the wall clock stands still. */
  readonly now: number
}

const { url, token, factor, now, ...options } = JSON.parse(process.argv[2] ?? '{}') as HurriedService
const log = createLog('warn', 'json', process.stderr)
const service = await serveCluster(url, token, { ...options, log, clock: () => now, time: hurriedBy(factor) })
shutDownOnSignal(log, () => service.stop())
process.on('disconnect', () => process.exit())
// Any message asks for the memory that is in use, without garbage.
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ bytes: heapUsed + external })
})
process.send?.({ port: service.port, metricsPort: service.metricsPort })
