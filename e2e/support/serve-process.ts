import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { openFolder } from './folder.ts'
import { until } from './until.ts'

/** A process that serves the demo cluster. */
export interface ServingProcess {
  child: ChildProcess
  url: string
  metricsPort: number
  /** Returns everything that it has written. */
  output: () => string
}

/** Starts the command as a user would, in a process of its own with a minimal environment. */
export function startProcess(
  flags: readonly string[],
  env: Record<string, string> = {},
  program = 'server/main.ts',
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [program, 'serve', ...flags], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      XDG_STATE_HOME: openFolder('state'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closeAfterwards('a process', () => killProcess(child))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

/** Starts the command with the demo cluster, and waits until it serves. */
export async function serveProcess(
  flags: readonly string[],
  env: Record<string, string> = {},
): Promise<ServingProcess> {
  return serveCluster(['--demo', ...flags], env)
}

/** Starts the command for the cluster that the flags name, and waits until it serves. */
export async function serveCluster(
  flags: readonly string[],
  env: Record<string, string> = {},
  program?: string,
): Promise<ServingProcess> {
  const { child, output } = startProcess(['--port', '0', '--metrics-port', '0', ...flags], env, program)
  const line = await until('the process to serve', () => /^\{.*"message":"serving".*\}$/m.exec(output())?.[0])
  const { url, metricsPort } = JSON.parse(line) as { url: string; metricsPort: number }
  return { child, url, metricsPort, output }
}

/** Returns settings as flags of the command; true is a flag without a value. */
export function flagsOf(settings: Readonly<Record<string, string | true>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? [flag] : [flag, value]
  })
}

/** Waits for a process to exit; returns its exit code or the signal that ended it. */
export async function exitOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

/** Ends a process as a crash would: with SIGKILL. */
export async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await exitOf(child)
}
