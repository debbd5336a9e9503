import { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { Server } from 'node:net'
import type { Context, RootHookObject } from 'mocha'

/** Time the process may live after its last test. */
const EXIT_MS = 3000

/** Title of the last test that began. */
let lastTest = 'the first test'
const servers = new Map<Server, string>()
const children = new Map<ChildProcess, string>()

// https://nodejs.org/api/diagnostics_channel.html#built-in-channels
channel('tracing:net.server.listen:asyncEnd').subscribe((message) => {
  const server: unknown = Reflect.get(Object(message), 'server')
  if (server instanceof Server) {
    servers.set(server, lastTest)
    server.once('close', () => servers.delete(server))
  }
})
channel('child_process').subscribe((message) => {
  const child: unknown = Reflect.get(Object(message), 'process')
  if (child instanceof ChildProcess) {
    children.set(child, lastTest)
    child.once('exit', () => children.delete(child))
  }
})

export const mochaHooks: RootHookObject = {
  beforeEach(this: Context) {
    lastTest = this.currentTest?.fullTitle() ?? lastTest
  },
}

/** Ends the process with code 1 where something that a test left open keeps it alive, and names it. */
export function mochaGlobalTeardown(): void {
  setTimeout(() => {
    process.stderr.write(`the tests are over and the process is kept alive by ${leaks().join(', ')}\n`)
    // Mocha sets the code of its own failures when the process exits: this comes after it.
    process.on('exit', () => (process.exitCode = 1))
    process.exit()
  }, EXIT_MS).unref()
}

function leaks(): string[] {
  const named = [
    ...[...servers].map(
      ([server, test]) => `a server at ${JSON.stringify(server.address())} (since: ${test})`,
    ),
    ...[...children].map(([{ pid, spawnfile }, test]) => `process ${pid} ${spawnfile} (since: ${test})`),
  ]
  const counts = Map.groupBy(process.getActiveResourcesInfo(), (type) => type)
  return [...named, ...[...counts].map(([type, { length }]) => `${length} ${type}`)]
}
