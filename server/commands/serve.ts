import { openAuditLog } from '../audit/open-audit-log.ts'
import { environment, loadConfig } from '../config/load-config.ts'
import { ignoreOutputErrors, shutDownOnSignal } from './shutdown.ts'
import { openClusterSources } from '../config/clusters/cluster-sources.ts'
import { createLog } from '../telemetry/log.ts'
import { systemClock } from '../core/clock.ts'
import { startServer } from '../app/server.ts'

/** Runs the server until the process is stopped. Throws ConfigError, AuditError, TlsError and SignInError. */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  ignoreOutputErrors()
  const config = loadConfig(flags, environment(), process.stdout.isTTY)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  const auditLog = await openAuditLog(config, {
    output: process.stdout,
    log,
    clock: Date.now,
    time: systemClock,
  })
  const env = environment()
  const sources = await openClusterSources(config, log, systemClock, env)
  const service = await startServer({
    config,
    home: sources,
    env,
    log,
    output: process.stdout,
    auditLog,
    clock: Date.now,
    time: systemClock,
  })
  log.info('serving', {
    url: `http://${config.host === '*' ? 'localhost' : config.host}:${service.port}`,
    ...(service.tlsPort === undefined ? {} : { tlsPort: service.tlsPort }),
    metricsPort: service.metricsPort,
    contexts: service.contexts,
  })
  shutDownOnSignal(log, () => service.stop())
}
