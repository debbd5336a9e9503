import { background } from '../core/background.ts'
import type { Log } from '../telemetry/log.ts'

/** Ends this process on SIGTERM or SIGINT after `stop` has finished; a second signal ends it at once. */
export function onShutdownSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const end = (signal: string): void => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('shutting down', { signal })
    background(
      'the shutdown',
      () => stop().then(() => process.exit(0)),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
