import { systemClock, type Clock } from '../core/clock.ts'
import type { CredentialOptions } from '../cluster/client/credentials/provider.ts'
import { anonymous } from '../cluster/client/kubeconfig/model.ts'
import type { ExecConfig, KubeconfigCluster, KubeconfigUser } from '../cluster/client/kubeconfig/model.ts'

/** Returns a user of a kubeconfig without credentials but these. */
export function buildUser(fields: Partial<KubeconfigUser>): KubeconfigUser {
  return { ...anonymous, name: 'dev', ...fields }
}

export function buildCluster(fields: Partial<KubeconfigCluster> = {}): KubeconfigCluster {
  return {
    name: 'prod',
    server: 'https://10.0.0.1:6443',
    certificateAuthority: undefined,
    insecureSkipTlsVerify: false,
    tlsServerName: undefined,
    proxyUrl: undefined,
    disableCompression: false,
    execConfig: undefined,
    ...fields,
  }
}

export function buildExec(fields: Partial<ExecConfig>): ExecConfig {
  return {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: [],
    env: [],
    installHint: undefined,
    provideClusterInfo: false,
    interactiveMode: 'IfAvailable',
    ...fields,
  }
}

/** Surroundings of credentials that tests control: a wall clock, an end, and what was logged. */
export interface TestSurroundings extends CredentialOptions {
  wallClock: number
  readonly logged: { level: 'warn' | 'debug'; message: string; fields: Record<string, unknown> }[]
  readonly shutdown: AbortController
}

export function buildSurroundings(
  env: CredentialOptions['env'] = {},
  time: Clock = systemClock,
): TestSurroundings {
  const shutdown = new AbortController()
  const logged: TestSurroundings['logged'] = []
  const write =
    (level: 'warn' | 'debug') =>
    (message: string, fields: object = {}) =>
      logged.push({ level, message, fields: { ...fields } })
  const surroundings: TestSurroundings = {
    wallClock: Date.parse('2026-01-01T00:00:00Z'),
    env,
    now: () => surroundings.wallClock,
    time,
    log: { warn: write('warn'), debug: write('debug') },
    signal: shutdown.signal,
    logged,
    shutdown,
  }
  return surroundings
}

/** Returns the message of a rejection; empty if there was none. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}
