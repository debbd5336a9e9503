// Runs the suites of .mocharc.test.json in groups, some at a time: each group has a process of its own, since one process for all has
// two gigabytes at its end, and each of the thousands of programs that tests run then starts slowly: one suite took
// 160 s in place of 21 s.
// A group is printed as a whole when it ends; the longest begin first.
// c8 does not measure the suites that start hundreds of processes: measuring each takes a third of their time.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const AT_ONCE = availableParallelism() + 1 // tests wait as much as they compute
const { require: required, spec, timeout } = JSON.parse(readFileSync('.mocharc.test.json', 'utf8'))

/**
 * Beginnings of the patterns of each group but the last, which has the rest; in how many parts its files are run, and whether their
 * coverage is measured.
 */
const groups = [
  { beginnings: ['e2e/faults/'], parts: 3, measured: false },
  { beginnings: ['e2e/repohost', 'e2e/notifications/'], parts: 2, measured: false },
  {
    beginnings: ['server/', 'e2e/bench/', 'e2e/support/', 'e2e/client/', 'e2e/documents/'],
    parts: 1,
    measured: true,
  },
  { beginnings: ['e2e/api/'], parts: 1, measured: true },
]

const isIn = (pattern, { beginnings }) => beginnings.some((beginning) => pattern.startsWith(beginning))
const filesOf = (patterns, parts) => {
  const files = globSync(patterns).toSorted()
  return Array.from({ length: parts }, (_, part) => files.filter((_file, at) => at % parts === part))
}
const rest = spec.filter((pattern) => !groups.some((group) => isIn(pattern, group)))
const runs = [
  ...groups.flatMap((group) => {
    const patterns = spec.filter((pattern) => isIn(pattern, group))
    return filesOf(patterns, group.parts).map((files) => ({ patterns, files, measured: group.measured }))
  }),
  { patterns: rest, files: globSync(rest).toSorted(), measured: true },
]
for (const [at, { files }] of runs.entries())
  if (files.length === 0) throw new Error(`.ci/test.mjs: run ${at} has no file of .mocharc.test.json`)

const queue = runs.values()
const codes = []

/** Runs mocha on the files of a group; resolves to its exit code. */
async function run({ patterns, files, measured }) {
  const since = performance.now()
  const modules = required.flatMap((module) => ['--require', module])
  const options = ['--no-config', '--forbid-only', '--timeout', String(timeout), ...modules]
  const child = spawn('mocha', [...options, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without a value of its own, Node passes on that of this process.
    env: measured ? process.env : { ...process.env, NODE_V8_COVERAGE: undefined },
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers()
  child.once('error', (error) => {
    output.push(Buffer.from(`${error}\n`))
    resolve(1)
  })
  child.once('close', (code) => resolve(code ?? 1))
  const code = await promise
  const seconds = Math.round((performance.now() - since) / 1000)
  process.stdout.write(
    Buffer.concat([
      Buffer.from(`\n=== ${patterns.join(' ')}: ${files.length} files in ${seconds} s\n`),
      ...output,
    ]),
  )
  return code
}

async function work() {
  for (const one of queue) codes.push(await run(one))
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exitCode = Math.max(...codes)
