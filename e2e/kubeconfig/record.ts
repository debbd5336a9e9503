/* Records the requests that kubectl makes with each kubeconfig of the cases, and writes them to recorded.json; with --check
 * it fails where they differ from the file. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cases } from './cases.ts'
import type { KubeconfigCase } from './kubeconfig-case.ts'
import { digestOf, KubeconfigStage, type Played, type Recording } from './stage.ts'

const FILE = join(import.meta.dirname, 'recorded.json')
const PODS = '/api/v1/namespaces/default/pods'
const DEADLINE_MS = 15_000

/** Runs kubectl with nothing to read from, and returns its words on standard error. */
async function kubectl(
  args: readonly string[],
  env: Record<string, string>,
  folder: string,
): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
      cwd: folder,
      timeout: DEADLINE_MS,
    }
    const child = execFile('kubectl', [...args], options, (_error, _stdout, stderr) => resolve(stderr))
    child.stdin?.end()
  })
}

/** Returns the requests that kubectl makes with a case. */
async function record(one: KubeconfigCase, flags: readonly string[]): Promise<Played> {
  let message = ''
  const played = await stage.play(one, async ({ folder, env }) => {
    const context = one.context === undefined ? [] : ['--context', one.context]
    // The versions of the API take two requests.
    const command = one.requests === undefined ? ['get', '--raw', PODS] : ['api-versions']
    const args = [...context, ...flags, '--request-timeout=5s', ...command]
    message = await kubectl(args, env, folder)
    if (one.isRepeated === true) message = await kubectl(args, env, folder)
  })
  if (process.argv.includes('--verbose'))
    process.stdout.write(`${one.name}: ${JSON.stringify(played)} ${message.split('\n')[0]?.slice(0, 300)}\n`)
  if (one.says !== undefined && !message.includes(one.says))
    throw new Error(`${one.name}: kubectl says ${message}`)
  return played
}

const recorded: Record<string, Recording> = {}
const stage = await KubeconfigStage.open()
const filter = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
for (const one of cases().filter(({ name }) => filter === undefined || name.includes(filter))) {
  const { outcome, traces } = await record(one, [])
  // kubectl asks for a user name only where there is no token.
  const identified =
    one.difference === 'anonymous' ? { identified: (await record(one, ['--token', 'any'])).outcome } : {}
  const traced = Object.keys(traces).length === 0 ? {} : { traces }
  recorded[one.name] = { digest: digestOf(one), outcome, ...identified, ...traced }
}
await stage.close()

// One line for each case, so that a difference shows the cases that changed.
const lines = Object.entries(recorded).map((entry) => entry.map((part) => JSON.stringify(part)).join(': '))
const text = `{\n${lines.join(',\n')}\n}\n`
if (process.argv.includes('--check')) {
  const isSame = text === (await readFile(FILE, 'utf8'))
  if (!isSame)
    process.stdout.write('kubectl acts differently from recorded.json: run make record-kubeconfigs\n')
  process.exitCode = isSame ? 0 : 1
} else if (filter === undefined) await writeFile(FILE, text)
