import { background } from '../core/background.ts'
import { errorFields, type Log } from '../telemetry/log.ts'

/** Time limit of the shutdown after an uncaught error: nothing is known about the state that it left behind. */
const UNCAUGHT_MS = 30_000

/**
 * Ends this process after `stop` has finished: on SIGTERM or SIGINT with code 0, where a second signal ends it at once, and
 * after an error that no code caught with code 1. Background work has its own catch, so that such an error is a bug.
 */
export function shutDownOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  let code = 0
  const begin = (): void => {
    stopping = true
    background(
      'the shutdown',
      () => stop().then(() => process.exit(code)),
      () => process.exit(1),
    )
  }
  const onSignal = (signal: string): void => {
    if (stopping) process.exit(1)
    log.info('shutting down', { signal })
    begin()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // Node reports an unhandled rejection as an uncaught exception of that origin.
  process.on('uncaughtException', (error: unknown, origin) => {
    code = 1
    log.error('uncaught error: shutting down', { origin, ...errorFields(error) })
    setTimeout(() => process.exit(1), UNCAUGHT_MS).unref()
    if (!stopping) begin()
  })
}

/** Ignores failures of the outputs (EPIPE, a full disk), which do not stop the service. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}
