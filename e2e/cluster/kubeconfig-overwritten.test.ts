import { join } from 'node:path'
import { expect } from 'chai'
import { openEvents } from '../support/events.ts'
import { openFollow } from '../support/follow.ts'
import { until } from '../support/until.ts'
import { kubeconfigOf } from './environment/declared.ts'
import { apiServer, tokenOf } from './environment/identity.ts'
import { node, pod } from './environment/kubectl.ts'
import { openSecondCluster, type SecondCluster } from './environment/second.ts'
import { world } from './environment/world.ts'
import { RecordingCluster } from './kubeconfigs/recording-cluster.ts'
import { serveKubeconfig, writeKubeconfig } from './kubeconfigs/serve-kubeconfig.ts'
import { readDeployments, useAsKubectl, type Use } from './kubeconfigs/use-as-user.ts'
import { openUserNamespace, type UserNamespace } from './kubeconfigs/user-namespace.ts'

const ACCOUNT = 'overwritten'
const WITHIN_MS = 5000

describe('a kubeconfig that is overwritten by that of another cluster, on real clusters', function () {
  this.timeout(240_000)
  const { kubectl, folder, kind, image } = world()
  const kubeconfig = join(folder, 'overwritten')
  let second: SecondCluster
  let first: RecordingCluster
  let namespaces: UserNamespace[]
  let tokens: string[]

  before(async function () {
    if (kind === undefined) this.skip()
    second = await openSecondCluster()
    first = await RecordingCluster.open(await apiServer(kubectl))
    const subject = { kind: 'ServiceAccount', name: ACCOUNT } as const
    const one = await openUserNamespace(subject)
    namespaces = [one, await openUserNamespace(subject, second.kubectl, one.name)]
    const clients = [kubectl, second.kubectl]
    tokens = await Promise.all(clients.map(async (client) => tokenOf(client, one.name, ACCOUNT)))
    await second.kubectl.text(
      'create',
      'deployment',
      'of-second',
      '--image=none',
      '--replicas=0',
      '-n',
      one.name,
    )
    const talker = node(image, 'main', 'setInterval(() => console.log("line"), 200)')
    await kubectl.apply(pod(one.name, 'talker', { containers: [talker] }))
    await kubectl.text('wait', '--for=condition=Ready', 'pod/talker', '-n', one.name, '--timeout=60s')
  })
  after(async () => {
    for (const namespace of namespaces ?? []) await namespace.remove()
  })

  it('applies within seconds: no request fails, and the first server never gets the credentials of the second', async () => {
    const [token = '', next = ''] = tokens
    const [namespace] = namespaces
    if (namespace === undefined) throw new Error('no namespace')
    await writeKubeconfig(kubeconfig, kubeconfigOf({ server: first.url, ca: first.ca, token }))
    const service = await serveKubeconfig(kubeconfig)
    const use: Use = { service, kubeconfig, namespace }
    await useAsKubectl(use)
    const query = `namespace=${namespace.name}`
    const stream = await openEvents(`${service.api}/api/stream?kinds=deployments&${query}`)
    await stream.seen('synced', ({ event }) => event === 'synced')
    const log = await openFollow(`${service.api}/api/pods/talker/logs?follow=true&${query}`)
    let logged = 0
    log.on('data', (chunk: Buffer) => (logged += chunk.length))
    await until('the log', () => logged || undefined)

    const stopped = new AbortController()
    let last: string[] = []
    let reads = 0
    const read = async (): Promise<void> => {
      for (; !stopped.signal.aborted; reads++) last = await readDeployments(use)
    }
    // A reader that fails ends, and is reported at the end.
    const readers = Promise.all([read(), read(), read()])
    readers.catch(() => stopped.abort())
    await until('some reads', () => (reads > 20 ? true : undefined))
    const { url: server, ca } = await apiServer(second.kubectl)
    await writeKubeconfig(kubeconfig, kubeconfigOf({ server, ca, token: next }))
    await until('the second cluster', () => (last.includes('of-second') ? true : undefined), WITHIN_MS)
    const [current, before] = [reads, logged]
    await until('more reads', () => (reads > current + 50 ? true : undefined))
    stopped.abort()
    await readers

    const bye = await stream.seen('bye', ({ event }) => event === 'bye')
    expect(bye.data['reason']).to.equal('the context was removed or replaced')
    await until('the log to go on', () => (logged > before ? true : undefined))
    log.destroy()
    expect([...first.credentials]).to.deep.equal([`Bearer ${token}`])
    await second.kubectl.text('delete', 'deployment', 'of-second', '-n', namespace.name)
    await useAsKubectl(use)
    expect([...first.credentials]).to.deep.equal([`Bearer ${token}`])
  })
})
