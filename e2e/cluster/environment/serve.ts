import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { openFolder } from '../../support/folder.ts'

/** A service on this machine, in a process of its own. */
export interface LocalService {
  api: string
  operations: string
  /** The contexts that the service logs that it serves. */
  contexts: readonly string[]
  stop(): Promise<void>
}

interface Line {
  message?: string
  url?: string
  metricsPort?: number
  contexts?: string[]
}

/** Starts a command that runs the service, and waits until it logs its addresses. */
export async function serveLocally(
  root: string,
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<LocalService> {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path, XDG_STATE_HOME: openFolder('state'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const serving = Promise.withResolvers<Line>()
  const ended = Promise.withResolvers<undefined>()
  const stop = async (): Promise<void> => {
    child.kill()
    await ended.promise
  }
  closeAfterwards('a service in a process of its own', stop)
  const said: string[] = []
  createInterface(child.stdout).on('line', (text) => {
    const line = parsed(text)
    if (line.message === 'serving') serving.resolve(line)
  })
  createInterface(child.stderr).on('line', (text) => said.push(text))
  child.on('close', (code) => {
    serving.reject(new Error(`it ended with ${code}: ${said.join(' ')}`))
    ended.resolve(undefined)
  })
  const { url = '', metricsPort, contexts = [] } = await serving.promise
  return {
    api: url,
    operations: `http://127.0.0.1:${metricsPort}`,
    contexts,
    stop,
  }
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    return {}
  }
}
