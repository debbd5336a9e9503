#!/usr/bin/env node
import { Command, Option } from 'commander'
import { AuditError } from './audit/open-audit-log.ts'
import { ConfigError } from './config/load-config.ts'
import { SignInError } from './auth/sign-in/error.ts'
import { errorMessage } from './core/errors.ts'
import { TlsError } from './http/tls/tls-files.ts'
import type { OperateFlags } from './commands/operate.ts'
import { settings } from './config/settings-schema.ts'
import { operatorFlags } from './operator/flags.ts'
import { packageVersion } from './core/version.ts'

const EXIT_CONFIG = 78

const program = new Command('cluster-inspector').version(packageVersion())
const serve = program
  .command('serve', { isDefault: true })
  .description('Serve the JSON API in front of a Kubernetes cluster')
serve.option('--config <file>', 'JSON file with settings')
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
const operate = program
  .command('operate')
  .description(
    'Run the operator: write the contexts declared in Kubernetes to the --contexts-file of a server',
  )
for (const { flag, value, required = false, description, default: preset } of operatorFlags) {
  const option = new Option(value === undefined ? flag : `${flag} ${value}`, description)
  operate.addOption(option.default(preset).makeOptionMandatory(required))
}
operate.action(async (flags: OperateFlags) => {
  await orExit(async () => (await import('./commands/operate.ts')).operate(flags))
})
program
  .command('audit')
  .description('Inspect the audit log')
  .command('verify <file>')
  .description('Verify the hash chain of an audit log, or of a service log that contains it')
  .requiredOption('--key-file <file>', 'key that the lines were signed with')
  .option(
    '--expect-head <code>',
    'MAC that a line must have, as in the metric cluster_inspector_audit_head_info, now or earlier; may be repeated',
    (code: string, codes: string[]) => [...codes, code],
    [],
  )
  .action(async (file: string, options: { keyFile: string; expectHead: string[] }) => {
    try {
      await (await import('./commands/audit-verify.ts')).auditVerify(file, options)
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
