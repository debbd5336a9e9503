import Mocha, { type Context, type RootHookObject, type Runnable, type Runner } from 'mocha'
import { NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'
import { closeGallery } from './fixtures/gallery.ts'

const EVENTS = 40

export const rootHooks: RootHookObject = {
  beforeEach() {
    world().forward.exchanges.clear()
  },
  async afterEach(this: Context) {
    if (this.currentTest?.state === 'failed') await explain(this.currentTest.fullTitle())
  },
  afterAll: closeGallery,
}

const explained: Promise<void>[] = []

/** Prints diagnostics for failed hooks, because Mocha runs no `afterEach` for them. */
export function explainHooks(runner: Runner): void {
  runner.on('fail', (failed) => {
    const runnable: Runnable = failed
    if (runnable instanceof Mocha.Hook) explained.push(explain(runnable.fullTitle()))
  })
}

export async function allExplained(): Promise<void> {
  await Promise.all(explained)
}

/**
 * Prints diagnostics of a failed test: the last requests and responses, the service's log, Pods and the
 * events of the cluster.
 */
async function explain(title: string): Promise<void> {
  const { forward, kubectl, release } = world()
  const exchanges = forward.exchanges.text()
  const report = [`=== about the failure of: ${title}`]
  const section = (name: string, text: string) => report.push(`--- ${name}\n${text.trimEnd() || '(none)'}`)
  section('the last requests and answers', exchanges)
  section("the service's log", await release.logs().catch(said))
  const ours = ['get', 'pods', '-A', '--field-selector', 'metadata.namespace!=kube-system', '-o', 'wide']
  const pods = await kubectl.text(...ours).catch(said)
  section('Pods', pods)
  for (const line of pods.split('\n').filter((one) => /CrashLoopBackOff|Error/.test(one))) {
    const [namespace = '', name = ''] = line.split(/ +/)
    if (namespace.startsWith('troubles-')) continue
    const logs = ['logs', '-n', namespace, name, '--all-containers', '--tail=20']
    section(`log of ${namespace}/${name}`, await kubectl.text(...logs).catch(said))
  }
  const made = (await kubectl.text('get', 'namespaces', '-o', 'name').catch(() => '')).split('\n')
  const recent = made
    .map((name) => name.replace('namespace/', ''))
    .filter((name) => /-[0-9a-f]{6}$/.test(name))
  for (const namespace of new Set([NAMESPACE, ...namespacesIn(exchanges), ...recent])) {
    const events = ['get', 'events', '-n', namespace, '--sort-by=.metadata.creationTimestamp']
    const lines = (await kubectl.text(...events).catch(said)).trimEnd().split('\n')
    section(`events of ${namespace}`, lines.slice(-EVENTS).join('\n'))
  }
  console.log(report.join('\n'))
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function namespacesIn(text: string): string[] {
  return [...text.matchAll(/namespace(?:=|":")([a-z0-9-]+)/g)].map(([, name = '']) => name)
}
