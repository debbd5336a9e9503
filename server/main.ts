#!/usr/bin/env node
import { Command } from 'commander'
import { yieldCollectors } from './collectors.ts'
import { ConfigError, environment, readConfig, settings } from './config.ts'
import { openHome } from './home.ts'
import { createLog } from './http/log.ts'
import { systemTime } from './kube/time.ts'
import { startService } from './service.ts'
import { packageVersion } from './version.ts'

const EXIT_CONFIG = 78

const program = new Command('cluster-inspector').version(packageVersion())
const serve = program
  .command('serve', { isDefault: true })
  .description('Serve the JSON API in front of a Kubernetes cluster')
serve.option('--config <file>', 'a JSON file of settings')
for (const [key, setting] of Object.entries(settings.properties)) {
  const flag = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const boolean = 'type' in setting && setting.type === 'boolean'
  const preset = 'default' in setting ? ` (default: ${JSON.stringify(setting.default)})` : ''
  serve.option(`--${flag} ${boolean ? '[true|false]' : '<value>'}`, setting.description + preset)
}
serve.action(async (flags: Record<string, unknown>) => {
  try {
    await run(flags)
  } catch (error) {
    const wrong = error instanceof ConfigError
    process.stderr.write(`cluster-inspector: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(wrong ? EXIT_CONFIG : 1)
  }
})
await program.parseAsync()

async function run(flags: Record<string, unknown>): Promise<void> {
  // A log nobody takes any more (EPIPE, a full disk) is no reason to stop serving.
  process.stdout.on('error', () => undefined)
  const config = readConfig(flags, environment(), process.stdout.isTTY)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  const home = await openHome(config, log)
  const service = await startService({
    config,
    home,
    log,
    output: process.stdout,
    clock: Date.now,
    time: systemTime,
    settled: yieldCollectors,
  })
  log.info('serving', {
    url: `http://${config.host === '*' ? 'localhost' : config.host}:${service.port}`,
    metricsPort: service.metricsPort,
    contexts: service.contexts,
  })
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('shutting down', { signal })
    void service.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
