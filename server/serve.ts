import { openTrail } from './audit/open.ts'
import { yieldCollectors } from './collectors.ts'
import { environment, readConfig } from './config.ts'
import { endWith } from './ending.ts'
import { openHome } from './home.ts'
import { createLog } from './http/log.ts'
import { systemTime } from './kube/time.ts'
import { QuietMemory, thisProcess } from './quiet-memory.ts'
import { startService } from './service.ts'

/** Serves until the process is told to end. Throws ConfigError, AuditError, TlsError and SignInError. */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  // A log nobody takes any more (EPIPE, a full disk) is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  new QuietMemory(thisProcess(), systemTime).start()
  const config = readConfig(flags, environment(), process.stdout.isTTY)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  const trail = await openTrail(config, { output: process.stdout, log, clock: Date.now })
  const home = await openHome(config, log, systemTime)
  const service = await startService({
    config,
    home,
    log,
    output: process.stdout,
    trail,
    clock: Date.now,
    time: systemTime,
    settled: yieldCollectors,
  })
  log.info('serving', {
    url: `http://${config.host === '*' ? 'localhost' : config.host}:${service.port}`,
    ...(service.tlsPort === undefined ? {} : { tlsPort: service.tlsPort }),
    metricsPort: service.metricsPort,
    contexts: service.contexts,
  })
  endWith(log, () => service.stop())
}
