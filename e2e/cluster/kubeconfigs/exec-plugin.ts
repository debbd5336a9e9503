import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeProgram } from './serve-kubeconfig.ts'

const API_VERSION = 'client.authentication.k8s.io/v1'

/** A credential plugin in a folder of its own. */
export interface ExecPlugin {
  /** The field `exec` of its user. */
  exec: object
  /** Returns the number of times that it ran. */
  runs(): Promise<number>
}

/**
 * Writes a plugin that prints the status that `source` returns, a body of an async function in JavaScript with `kubectl`
 * (runs kubectl as the administrator) and `folder`. It fails unless it is run by the protocol v1.
 */
export async function writePlugin(folder: string, kubeconfig: string, source: string): Promise<ExecPlugin> {
  const log = join(folder, 'runs')
  await writeFile(log, '')
  await writeProgram(
    join(folder, 'plugin.mjs'),
    `#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
const folder = ${JSON.stringify(folder)}
appendFileSync(folder + '/runs', 'run\\n')
const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO)
if (apiVersion !== '${API_VERSION}' || spec.interactive || process.env.OF_THE_USER !== 'yes') process.exit(3)
const kubectl = (...args) => execFileSync('kubectl', ['--kubeconfig', ${JSON.stringify(kubeconfig)}, ...args], { encoding: 'utf8' }).trim()
const status = await (async () => { ${source} })()
console.log(JSON.stringify({ apiVersion, kind: 'ExecCredential', status }))
`,
  )
  return {
    exec: {
      apiVersion: API_VERSION,
      command: './plugin.mjs',
      env: [{ name: 'OF_THE_USER', value: 'yes' }],
      interactiveMode: 'Never',
    },
    runs: async () => (await readFile(log, 'utf8')).split('\n').length - 1,
  }
}
