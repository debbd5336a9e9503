import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, environment, readConfig } from './config.ts'
import { isDns1123Label } from './grammar/names.ts'
import { openHome } from './home.ts'
import { createLog } from './http/log.ts'
import { systemTime } from './kube/time.ts'
import { BundleFile } from './operator/bundle.ts'
import { Operator } from './operator/operator.ts'
import { packageVersion } from './version.ts'

/** What `operate` is told beside the settings it shares with `serve`. */
export interface OperateFlags {
  namespace?: string
  contextsFile: string
  allowInsecureTls?: boolean
  allowServers?: string
}

/** Runs the operator until the process is told to end. Throws ConfigError. */
export async function operate({
  namespace: named,
  contextsFile,
  allowInsecureTls = false,
  allowServers = '',
  ...shared
}: OperateFlags): Promise<void> {
  process.stdout.on('error', () => undefined)
  const config = readConfig({ ...shared }, environment(), process.stdout.isTTY)
  const log = createLog(config.logLevel, config.logFormat, process.stdout)
  const namespace = named ?? (await ownNamespace(config.serviceAccount))
  if (!isDns1123Label(namespace)) throw new ConfigError(`--namespace: ${JSON.stringify(namespace)} is none`)
  const home = await openHome(config, log, systemTime)
  const connection = home.contexts.find(({ name }) => name === home.default)
  if (connection === undefined) throw new ConfigError('there is no cluster in which contexts are declared')
  const operator = new Operator({
    connection,
    namespace,
    allowed: { insecureTls: allowInsecureTls, servers: allowServers.split(',').filter((one) => one !== '') },
    bundle: new BundleFile(contextsFile),
    log,
    time: systemTime,
    userAgent: `cluster-inspector-operator/${packageVersion()}`,
  })
  log.info('operating', { namespace, cluster: connection.name })
  // Its timers keep no process alive.
  const alive = setInterval(() => undefined, 3_600_000)
  const stop = (signal: string): void => {
    log.info('shutting down', { signal })
    clearInterval(alive)
    void operator.stop().then(async () => {
      await home.close()
      process.exit(0)
    })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

async function ownNamespace(serviceAccount: string): Promise<string> {
  const text = await readFile(join(serviceAccount, 'namespace'), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ConfigError('say in which namespace contexts are declared: --namespace (outside of a cluster)')
  return text.trim()
}
