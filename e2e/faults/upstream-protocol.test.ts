import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { splitServer } from '../../server/cluster/contexts/context.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import { Authority } from '../support/certificates.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { TlsCluster } from '../support/tls-cluster.ts'

/** An HTTP CONNECT proxy for a kubeconfig's `proxy-url`, which forwards to any address. */
async function openProxy(): Promise<{ server: Server; url: string }> {
  const server = createServer().on('connect', (request, near) => {
    const { hostname, port } = new URL(`http://${request.url}`)
    const far = connect(Number(port), hostname, () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('an API server that offers HTTP/2 first', () => {
  let folder: string
  let demo: DemoCluster
  let cluster: TlsCluster
  let ca: string

  beforeEach(async () => {
    folder = openFolder('protocol')
    const authority = await Authority.create(folder, 'authority')
    ca = authority.pem
    demo = await openDemoCluster({ controllers: false })
    cluster = await TlsCluster.open(
      await authority.issue('kube-apiserver', 'subjectAltName=IP:127.0.0.1'),
      demo.url,
    )
  })

  /** Lists Pods, watches them until the first event arrives, and closes the transport. */
  async function use(more: { proxy?: string }): Promise<void> {
    const identity = { headers: { authorization: `Bearer ${demo.token}` }, tls: { ca } }
    const context = {
      name: 'test',
      ...splitServer(cluster.url),
      ...more,
      credentials: { current: async () => identity, rejected: async () => false },
      grants: { context: 'test', managedByChart: false, readOnly: false, namespaces: [] },
      declared: { cluster: 'test', user: 'test', namespace: 'default', source: 'test' },
    }
    const transport = new Transport(context, { observe: () => undefined }, 'test')
    try {
      const signal = AbortSignal.timeout(10_000)
      expect(await transport.json({ verb: 'list', kind: pods }, signal)).to.have.property('items')
      const query = new URLSearchParams({ watch: 'true' })
      const watch = await transport.request({ verb: 'watch', kind: pods, query }, signal, 'streams')
      expect(watch.code).to.equal(200)
      for await (const chunk of watch.body) {
        expect(String(chunk)).to.include('"type":"ADDED"')
        break
      }
    } finally {
      await transport.close()
    }
  }

  it('uses HTTP/1.1', async () => {
    await use({})
    expect([...cluster.protocols]).to.deep.equal(['http/1.1'])
    expect(cluster.connections, 'a watch has its own').to.equal(2)
  })

  it('uses HTTP/1.1 through a proxy', async () => {
    const { server, url } = await openProxy()
    try {
      await use({ proxy: url })
      expect([...cluster.protocols]).to.deep.equal(['http/1.1'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
