// Runs the suites of .mocharc.test.json in groups, two at a time: each group has a process of its own, since one process for all has
// two gigabytes at its end, and each of the thousands of programs that tests run then starts slowly: one suite took
// 160 s in place of 21 s.
// A group is printed as a whole when it ends; the longest begin first.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const AT_ONCE = 2
const { require: required, spec, timeout } = JSON.parse(readFileSync('.mocharc.test.json', 'utf8'))

/** Beginnings of the patterns of each group but the last, which has the rest. */
const groups = [
  ['e2e/faults/'],
  ['server/', 'e2e/bench/', 'e2e/support/', 'e2e/client/', 'e2e/documents/'],
  ['e2e/repohost', 'e2e/notifications/'],
  ['e2e/api/'],
]

const isIn = (pattern, group) => group.some((beginning) => pattern.startsWith(beginning))
const patterns = [
  ...groups.map((group) => spec.filter((pattern) => isIn(pattern, group))),
  spec.filter((pattern) => !groups.some((group) => isIn(pattern, group))),
]
for (const [at, group] of patterns.entries())
  if (group.length === 0) throw new Error(`.ci/test.mjs: no pattern of .mocharc.test.json is in group ${at}`)

const queue = patterns.values()
const codes = []

/** Runs mocha for a group; resolves to its exit code. */
async function run(group) {
  const modules = required.flatMap((module) => ['--require', module])
  const options = ['--no-config', '--forbid-only', '--timeout', String(timeout), ...modules]
  const child = spawn('mocha', [...options, ...group], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers()
  child.once('error', (error) => {
    output.push(Buffer.from(`${error}\n`))
    resolve(1)
  })
  child.once('close', (code) => resolve(code ?? 1))
  const code = await promise
  process.stdout.write(Buffer.concat([Buffer.from(`\n=== ${group.join(' ')}\n`), ...output]))
  return code
}

async function work() {
  for (const group of queue) codes.push(await run(group))
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exitCode = Math.max(...codes)
