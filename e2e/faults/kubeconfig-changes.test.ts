import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { Authority } from '../support/certificates.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { TlsCluster } from '../support/tls-cluster.ts'
import { until } from '../support/until.ts'

interface Cluster {
  demo: DemoCluster
  server: string
  ca: string
}

describe('a kubeconfig that changes while the service runs', () => {
  let folder: string
  let time: SkippingTime
  let one: Cluster
  let two: Cluster
  let service: RunningServer
  let path: string

  const get = (route: string) =>
    call(`http://127.0.0.1:${service.port}`, 'GET', route, undefined, { 'cache-control': 'no-cache' })
  const nodes = async (): Promise<string> => JSON.stringify((await get('/api/nodes')).json['nodes'])
  const kubeconfig = ({ demo, server, ca }: Cluster, token = demo.token): string =>
    JSON.stringify({
      'current-context': 'kind',
      clusters: [
        { name: 'c', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
      ],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'kind', context: { cluster: 'c', user: 'u' } }],
    })
  const write = async (content: string): Promise<void> => {
    await writeFile(`${path}.new`, content)
    await rename(`${path}.new`, path)
  }
  const openCluster = async (name: string, count: number): Promise<Cluster> => {
    const authority = await Authority.create(folder, name)
    const demo = await openDemoCluster({ controllers: false, bulk: { pods: 5, nodes: count, namespaces: 1 } })
    const pair = await authority.issue('kube-apiserver', 'subjectAltName=IP:127.0.0.1')
    return { demo, server: (await TlsCluster.open(pair, demo.url)).url, ca: authority.pem }
  }
  /** Sends requests until `done`, and returns those that failed. */
  async function failuresUntil(done: (sent: () => number) => Promise<void>): Promise<string[]> {
    const failed: string[] = []
    const stopped = new AbortController()
    let sent = 0
    const send = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        const { status, text } = await get(['/api/nodes', '/api/pods'][sent % 2] ?? '')
        sent++
        if (status !== 200) failed.push(`${status} ${text}`)
      }
    }
    const senders = [send(), send()]
    try {
      await done(() => sent)
    } finally {
      stopped.abort()
      await Promise.all(senders)
    }
    return failed
  }

  beforeEach(async () => {
    folder = openFolder('kubeconfig')
    path = join(folder, 'config')
    time = new SkippingTime()
    ;[one, two] = await Promise.all([openCluster('one', 2), openCluster('two', 3)])
    await write(kubeconfig(one))
    service = await serveCluster(one.server, one.demo.token, { kubeconfig: path, time })
  })

  it('leads to another cluster within two seconds, without a failed request [B10]', async () => {
    const before = await nodes()
    const failed = await failuresUntil(async (sent) => {
      await until('some requests', () => (sent() > 20 ? true : undefined))
      await write(kubeconfig(two))
      time.skip(2000)
      await until('the nodes of the other cluster', async () =>
        (await nodes()) === before ? undefined : true,
      )
      const current = sent()
      await until('more requests', () => (sent() > current + 50 ? true : undefined))
    })
    expect(failed).to.deep.equal([])
  })

  it('changes its token without a failed request, though the server rejects the old one at once', async () => {
    const next = one.demo.addToken({ username: 'ci', groups: ['system:masters'] })
    const failed = await failuresUntil(async (sent) => {
      await until('some requests', () => (sent() > 20 ? true : undefined))
      await write(kubeconfig(one, next))
      one.demo.revokeToken(one.demo.token)
      const current = sent()
      await until('more requests', () => (sent() > current + 50 ? true : undefined))
    })
    expect(failed).to.deep.equal([])
  })

  it('ignores a kubeconfig while it is broken', async () => {
    const before = await nodes()
    await write('{')
    time.skip(2000)
    await write(`${kubeconfig(two)}}`)
    time.skip(2000)
    expect(await nodes()).to.equal(before)
  })
})
