/** Path of the log of runs in the folder of a case. */
export const RUNS = 'runs'

/** A run of a credential plugin. */
export interface PluginRun {
  /** Path of the program in the folder of the case. */
  program: string
  args: string[]
  /** Variables whose names begin with `PLUGIN_`. */
  env: Record<string, string>
  /** Number of bytes on standard input. */
  stdin: number
  /** Content of KUBERNETES_EXEC_INFO. */
  info: unknown
}

/** The behaviour of a plugin in one run. */
export type PluginBehaviour =
  | { text: string }
  | { exit: number; stderr: string }
  | { status: object; expiresInMs?: number; more?: object; without?: string; stderr?: string }

/**
 * Returns a program that records each run, and behaves differently in each; the last behaviour is repeated. `status` is printed
 * as the status of an ExecCredential of the configured version, changed by `more` and without one field.
 */
export function pluginProgram(...behaviours: [PluginBehaviour, ...PluginBehaviour[]]): string {
  return `#!@node@
const { appendFileSync, readFileSync } = require('node:fs')
const { relative } = require('node:path')
const [, program, ...args] = process.argv
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PLUGIN_')))
const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO)
const stdin = readFileSync(0).length
appendFileSync('@folder@/${RUNS}', JSON.stringify({ program: relative('@folder@', program), args, env, stdin, info }) + '\\n')
const runs = readFileSync('@folder@/${RUNS}', 'utf8').split('\\n').length - 1
const behaviours = ${JSON.stringify(behaviours)}
const { text, exit, stderr = '', status, expiresInMs, more, without } = behaviours[Math.min(runs, behaviours.length) - 1]
process.stderr.write(stderr)
if (exit !== undefined) process.exitCode = exit
else if (text !== undefined) process.stdout.write(text)
else {
  const { apiVersion, kind } = info
  if (expiresInMs !== undefined) status.expirationTimestamp = new Date(Date.now() + expiresInMs).toISOString()
  console.log(JSON.stringify({ apiVersion, kind, status, ...more, ...(without && { [without]: undefined }) }))
}
`
}
