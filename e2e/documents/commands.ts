import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import type { Fence } from './markdown.ts'

/** A block of commands, with the output that the document shows after it. */
export interface Step {
  readonly code: string
  /** Whether it keeps running until the end of the document. */
  readonly serves: boolean
  /** Whether it is one command without an end, which is stopped after two seconds. */
  readonly streams: boolean
  /** Whether it runs inside a Pod. */
  readonly inPod: boolean
  /** `…` stands for any text. */
  readonly output: string | undefined
  readonly line: number
}

/** A block runs anywhere, or only with a cluster (marks `cluster` and `in-pod`). */
export type Place = 'anywhere' | 'cluster'

/** Marks of blocks that a test of documents does not run. */
const UNRUN = 'by-hand'
/** File with the output of blocks that keep running. */
export const SERVER_LOG = 'server.log'

/** Returns the blocks of a document that run in a place. */
export function stepsOf(blocks: readonly Fence[], place: Place): Step[] {
  return blocks.flatMap(({ language, marks, code, line }, at) => {
    const inPod = marks.includes('in-pod')
    const placed = (inPod || marks.includes('cluster')) === (place === 'cluster')
    if (language !== 'sh' || !placed || marks.includes(UNRUN)) return []
    const next = blocks[at + 1]
    const output = next?.marks.includes('output') === true ? next.code : undefined
    const [serves, streams] = [marks.includes('serve'), marks.includes('stream')]
    return [{ code, serves, streams, inPod, output, line }]
  })
}

export interface Surroundings {
  readonly folder: string
  /** Used instead of 8080 and 9090, which may be in use. */
  readonly port: number
  readonly metricsPort: number
  readonly env?: Readonly<Record<string, string>>
  /** Replaces what cannot run as written. */
  readonly replace?: (code: string) => string
  /** Command that runs the script of its standard input inside a Pod. */
  readonly podShell?: string
  /** Command after each block. */
  readonly afterEach?: string
}

const SEPARATOR = '=== end of block'

/**
 * Runs the blocks of a document one after the other in one shell, and resolves to the output of each until one fails.
 * Everything that still runs at the end is killed.
 */
export async function runSteps(steps: readonly Step[], surroundings: Surroundings): Promise<string[]> {
  const { folder, port, metricsPort } = surroundings
  const child = spawn('bash', ['-euo', 'pipefail', '-c', scriptOf(steps, surroundings)], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PATH: `${folder}/node_modules/.bin:${process.env['PATH']}`,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      CLUSTER_INSPECTOR_METRICS_PORT: String(metricsPort),
      ...surroundings.env,
    },
  })
  const end = (): void => killGroup(child.pid)
  closeAfterwards('commands of a document', end)
  child.once('exit', end)
  const output = await text(child.stdout)
  return output.split(`${SEPARATOR}\n`)
}

function scriptOf(steps: readonly Step[], surroundings: Surroundings): string {
  const { port, metricsPort, replace = (code) => code, podShell = 'false', afterEach } = surroundings
  const parts = steps.map(({ code, serves, streams, inPod }) => {
    if (inPod) return `{\n${podShell} <<'END'\n${code}\nEND\n} 2>&1`
    const adapted = replace(code.replaceAll('8080', String(port)).replaceAll('9090', String(metricsPort)))
    if (streams) return `timeout 2 ${adapted} 2>&1 || [ $? = 124 ]`
    if (!serves) return `{\n${adapted}\n} 2>&1`
    // Retried until the server listens, for 30 s.
    const wait = `curl -so /dev/null --retry 30 --retry-delay 1 --retry-connrefused localhost:${port}/api/openapi.json`
    return `{\n${adapted}\n} >${SERVER_LOG} 2>&1 &\n${wait}`
  })
  const end = [...(afterEach === undefined ? [] : [afterEach]), 'echo', `echo '${SEPARATOR}'`].join('\n')
  return parts.map((part) => `${part}\n${end}`).join('\n')
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing runs any more.
  }
}

/** Returns a pattern for the output that a document shows. */
export function outputPattern(output: string): RegExp {
  const parts = output.split('…').map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^\\s*${parts.join('[^]*?')}${output.endsWith('…') ? '' : '\\s*$'}`)
}
