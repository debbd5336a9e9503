#!/usr/bin/env node
import { Command } from 'commander'
import { AuditError } from './audit/open-audit-log.ts'
import { verifyFile } from './audit/verify.ts'
import { ConfigError } from './config/load-config.ts'
import { SignInError } from './auth/sign-in/error.ts'
import { errorMessage } from './core/errors.ts'
import { TlsError } from './http/tls/tls-files.ts'
import type { OperateFlags } from './commands/operate.ts'
import { settings } from './config/settings-schema.ts'
import { packageVersion } from './core/version.ts'

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
// Each command imports its modules on use, so that the operator does not load the server into memory.
serve.action(async (flags: Record<string, unknown>) => {
  await orExit(async () => (await import('./commands/serve.ts')).serve(flags))
})
program
  .command('operate')
  .description('Hand contexts that are declared in Kubernetes over to a server with --contexts-file')
  .requiredOption('--contexts-file <file>', 'the file that the server reads')
  .option('--namespace <name>', 'where ClusterContexts and Secrets are (default: the namespace of the Pod)')
  .option('--secrets-alone', 'look for labelled Secrets alone: no ClusterContexts, no leader, no status')
  .option('--lease <name>', 'the Lease by which replicas find the one that probes contexts')
  .option('--server-account <name>', 'the ServiceAccount to make tokens of for the server')
  .option('--token-anchor <name>', 'the Secret those tokens are bound to: they end with it')
  .option('--token-folder <folder>', 'where the server reads them (its --service-account)')
  .option('--allow-insecure-tls', 'take clusters whose certificate is not to be looked at')
  .option(
    '--allow-servers <hosts>',
    'take these hosts alone, with commas between: names, addresses, *.domain',
  )
  .option('--kubeconfig <value>', settings.properties.kubeconfig.description)
  .option('--context <value>', settings.properties.context.description)
  .option('--service-account <value>', settings.properties.serviceAccount.description)
  .option('--host <value>', 'address of the metrics and probes, * for all', '127.0.0.1')
  .option('--metrics-port <value>', 'port of the metrics and probes', '9092')
  .option('--log-level <value>', settings.properties.logLevel.description)
  .option('--log-format <value>', settings.properties.logFormat.description)
  .action(async (flags: OperateFlags) => {
    await orExit(async () => (await import('./commands/operate.ts')).operate(flags))
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
      process.stderr.write(`cluster-inspector: ${errorMessage(error)}\n`)
      process.exitCode = 1
    }
  })
await program.parseAsync()

/**
 * Reports an error that keeps a command from running in one line; exits with 78 if the configuration is at
 * fault (EX_CONFIG of sysexits).
 */
async function orExit(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const wrong = [ConfigError, AuditError, TlsError, SignInError].some((kind) => error instanceof kind)
    process.stderr.write(`cluster-inspector: ${errorMessage(error)}\n`)
    process.exit(wrong ? EXIT_CONFIG : 1)
  }
}
