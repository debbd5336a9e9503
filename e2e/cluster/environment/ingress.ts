import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { isIP, type AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { Authority } from '../../support/certificates.ts'
import { openFolder } from '../../support/folder.ts'
import { output } from './process.ts'
import { INSTANCE, NAMESPACE } from './release.ts'
import { world } from './world.ts'

const NODE_PORT = 'ingress'
const GATEWAYS = '{{range .IPAM.Config}}{{.Gateway}} {{end}}'

/** An ingress on this machine that terminates TLS for a host and leads to the Service of the release. */
export interface Ingress {
  readonly port: number
  /** CA of its certificate, in PEM. */
  readonly ca: string
  /** URL at which it reaches the Service. */
  readonly upstream: string
}

/** Opens an ingress for a host; it keeps the Host header and names the client in `X-Forwarded-For`. */
export async function openIngress(host: string): Promise<Ingress> {
  const upstream = await exposeService()
  const authority = await Authority.create(openFolder('ingress'), 'ingress')
  const pair = await authority.issue(host, `subjectAltName=DNS:${host}`)
  const server = createServer(pair, (near, response) => {
    const { method, headers, url = '/' } = near
    const forwarded = { ...headers, 'x-forwarded-for': near.socket.remoteAddress }
    const far = request(new URL(url, upstream), { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => undefined)
    })
    far.on('error', () => response.destroy())
    pipeline(near, far, () => undefined)
  })
  closeAfterwards('an ingress', () => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, ca: authority.pem, upstream }
}

/** Exposes the Service on a port of the node; returns its URL. */
async function exposeService(): Promise<string> {
  const { kubectl } = world()
  await kubectl.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: NODE_PORT, namespace: NAMESPACE },
    spec: {
      type: 'NodePort',
      selector: Object.fromEntries([INSTANCE.split('=', 2), ['app.kubernetes.io/component', 'server']]),
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    },
  })
  const { spec } = await kubectl.json<{ spec: { ports: { nodePort: number }[] } }>(
    'get',
    'service',
    NODE_PORT,
    '-n',
    NAMESPACE,
  )
  const [node] = await kubectl.items<{ status: { addresses: { type: string; address: string }[] } }>('nodes')
  const address = node?.status.addresses.find(({ type }) => type === 'InternalIP')?.address
  return `http://${address}:${spec.ports[0]?.nodePort}`
}

/** Returns the IPv4 address of this machine that Pods of kind clusters reach. */
export async function addressForPods(): Promise<string> {
  const gateways = await output('docker', ['network', 'inspect', 'kind', '--format', GATEWAYS])
  const address = gateways.split(/\s+/).find((one) => isIP(one) === 4)
  if (address === undefined) throw new Error('the network of kind has no IPv4 gateway')
  return address
}
