import type { Log } from './http/log.ts'

/** Ends this process on SIGTERM and SIGINT, once `stop` is through; who tells it twice does not want to wait. */
export function endWith(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const end = (signal: string): void => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('shutting down', { signal })
    void stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
