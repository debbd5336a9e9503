import { basename } from 'node:path'
import { sanitize } from '../../../../core/formats/sanitize.ts'
import { redactText } from '../../../../core/redact-text.ts'
import type { ExecConfig, KubeconfigCluster } from '../../kubeconfig/model.ts'
import type { ClusterTrust } from '../cluster-trust.ts'
import { CredentialsError } from '../interface.ts'
import { ObtainedCredential, type Obtained } from '../obtained-credential.ts'
import type { CredentialOptions, CredentialProvider } from '../provider.ts'
import { parseExecCredential } from './exec-credential.ts'
import { execInfo } from './exec-info.ts'
import { findProgram } from './find-program.ts'
import { runPlugin, type PluginEnd } from './run-plugin.ts'

const API_VERSIONS = new Set(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'])
const MAX_STDERR_IN_LOG = 2000
const MAX_HINT = 200

/** Times before the expiry, unless the credential lives only some minutes. */
const REFRESH_MS = 60_000
const MARGIN_MS = 10_000
/** Reuse of a credential that has expired already, so that a wrong clock does not run the plugin for each request. */
const LEAST_USE_MS = 1000

/** A credential plugin of a kubeconfig and its surroundings. */
export interface ExecPlugin {
  readonly exec: ExecConfig
  readonly cluster: KubeconfigCluster
  readonly trust: ClusterTrust
}

/** Returns the reason why a plugin cannot be used in a service, as a message; undefined if it can be tried. */
function faultOf(exec: ExecConfig): string | undefined {
  const subject = subjectOf(exec)
  if (exec.command === '') return 'the credential plugin has no command'
  if (!API_VERSIONS.has(exec.apiVersion))
    return exec.apiVersion === 'client.authentication.k8s.io/v1alpha1'
      ? `${subject}: client.authentication.k8s.io/v1alpha1 was removed in Kubernetes 1.24: set apiVersion to client.authentication.k8s.io/v1 or v1beta1`
      : `${subject}: apiVersion must be client.authentication.k8s.io/v1 or v1beta1`
  if (exec.interactiveMode === 'Always')
    return `${subject} needs a terminal (interactiveMode: Always), which a service does not have: use credentials without a dialogue`
  return exec.env.some(({ name }) => name === '') ? `${subject}: a variable in env has no name` : undefined
}

/** Returns a provider that runs a credential plugin; throws CredentialsError if it cannot be used. Source: KEP-541; client-go, plugin/pkg/client/auth/exec. */
export function execProvider(plugin: ExecPlugin, options: CredentialOptions): CredentialProvider {
  const fault = faultOf(plugin.exec)
  if (fault !== undefined) throw new CredentialsError(fault)
  return new ObtainedCredential(() => obtain(plugin, options), options)
}

async function obtain(plugin: ExecPlugin, options: CredentialOptions): Promise<Obtained> {
  const { exec } = plugin
  const subject = subjectOf(exec)
  try {
    const { stdout } = await run(plugin, options)
    const { credential, expiresAt } = parseExecCredential(subject, exec.apiVersion, stdout)
    return { credential, lifetime: expiresAt === undefined ? undefined : lifetime(options.now(), expiresAt) }
  } catch (error) {
    if (!(error instanceof CredentialsError))
      throw new CredentialsError(`${subject} could not be run`, { cause: error })
    throw error
  }
}

async function run({ exec, cluster, trust }: ExecPlugin, options: CredentialOptions): Promise<PluginEnd> {
  const { env, time, signal, log } = options
  const subject = subjectOf(exec)
  if (!mayRunPrograms())
    throw new CredentialsError(
      `${subject} cannot be run: Node.js runs with --permission and without --allow-child-process, as in the image: use a token or a client certificate, or run the service on a host`,
    )
  const command = await findProgram(exec.command, env['PATH'])
  if (command === undefined) throw new CredentialsError(notFound(exec))
  const { ca } = exec.provideClusterInfo ? await trust.current() : {}
  const own = Object.fromEntries(exec.env.map(({ name, value }) => [name, value]))
  const info = { KUBERNETES_EXEC_INFO: execInfo(exec, cluster, ca) }
  const end = await runPlugin({ command, args: exec.args, env: { ...env, ...own, ...info } }, time, signal)
  const fields = { plugin: basename(exec.command), stderr: lastLines(end.stderr) }
  if (end.failure === undefined) {
    if (end.stderr !== '') log.debug('credential plugin wrote to standard error', fields)
    return end
  }
  log.warn('credential plugin failed', { ...fields, reason: end.failure })
  throw new CredentialsError(`${subject} ${end.failure}`)
}

function subjectOf(exec: ExecConfig): string {
  return `credential plugin "${sanitize(basename(exec.command), 64)}"`
}

function notFound(exec: ExecConfig): string {
  const hint = sanitize(exec.installHint ?? '', MAX_HINT).trim()
  return `${subjectOf(exec)} not found or not executable${hint === '' ? '' : `: ${hint}`}`
}

/** Whether Node's permission model allows child processes; without the model everything is allowed. */
function mayRunPrograms(): boolean {
  const model = process.permission as typeof process.permission | undefined
  return model === undefined || model.has('child')
}

/** Redacts standard error for the log; the end of it tells most. */
function lastLines(stderr: string): string {
  return redactText(stderr).trim().slice(-MAX_STDERR_IN_LOG)
}

function lifetime(now: number, expiresAt: number): { refreshAt: number; expiresAt: number } {
  const left = expiresAt - now
  const end = Math.max(expiresAt - Math.min(MARGIN_MS, left / 10), now + LEAST_USE_MS)
  return { refreshAt: Math.min(end, expiresAt - Math.min(REFRESH_MS, left / 5)), expiresAt: end }
}
