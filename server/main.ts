#!/usr/bin/env node
import { Command } from 'commander'
import { AuditError, openTrail } from './audit/open.ts'
import { verifyFile } from './audit/verify.ts'
import { SignInError } from './auth/sign-in-error.ts'
import { yieldCollectors } from './collectors.ts'
import { ConfigError, environment, readConfig } from './config.ts'
import { reasonOf } from './errors.ts'
import { openHome } from './home.ts'
import { createLog } from './http/log.ts'
import { TlsError } from './http/tls-files.ts'
import { systemTime } from './kube/time.ts'
import { operate, type OperateFlags } from './operate.ts'
import { settings } from './settings.ts'
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
  await orExit(() => run(flags))
})
program
  .command('operate')
  .description('Hand contexts that are declared in Kubernetes over to a server with --contexts-file')
  .requiredOption('--contexts-file <file>', 'the file that the server reads')
  .option('--namespace <name>', 'where ClusterContexts and Secrets are (default: the namespace of the Pod)')
  .option('--allow-insecure-tls', 'take clusters whose certificate is not to be looked at')
  .option(
    '--allow-servers <hosts>',
    'take these hosts alone, with commas between: names, addresses, *.domain',
  )
  .option('--kubeconfig <value>', settings.properties.kubeconfig.description)
  .option('--context <value>', settings.properties.context.description)
  .option('--service-account <value>', settings.properties.serviceAccount.description)
  .option('--log-level <value>', settings.properties.logLevel.description)
  .action(async (flags: OperateFlags) => {
    await orExit(() => operate(flags))
  })
program
  .command('audit')
  .description('Look at the audit trail')
  .command('verify <file>')
  .description('Hold every line of a trail, or of a log that has it, against the key and the lines before it')
  .requiredOption('--key-file <file>', 'the key the lines were made with')
  .option(
    '--expect-head <code>',
    'the code of the last line, as the metric cluster_inspector_audit_head_info has it',
  )
  .action(async (file: string, { keyFile, expectHead }: { keyFile: string; expectHead?: string }) => {
    try {
      const { whole, sentence } = await verifyFile(file, keyFile, expectHead)
      process.stdout.write(`${sentence}\n`)
      process.exitCode = whole ? 0 : 1
    } catch (error) {
      process.stderr.write(`cluster-inspector: ${reasonOf(error)}\n`)
      process.exitCode = 1
    }
  })
await program.parseAsync()

/** What keeps a command from running is said in one line; 78 where it is the configuration (EX_CONFIG of sysexits). */
async function orExit(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const wrong = [ConfigError, AuditError, TlsError, SignInError].some((kind) => error instanceof kind)
    process.stderr.write(`cluster-inspector: ${reasonOf(error)}\n`)
    process.exit(wrong ? EXIT_CONFIG : 1)
  }
}

async function run(flags: Record<string, unknown>): Promise<void> {
  // A log nobody takes any more (EPIPE, a full disk) is no reason to stop serving.
  process.stdout.on('error', () => undefined)
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
