import { join } from 'node:path'
import { expect } from 'chai'
import { RecordingProxies } from '../kubeconfig/recording-proxies.ts'
import { Authority } from '../support/certificates.ts'
import { openFolder } from '../support/folder.ts'
import { kubeconfigOf } from './environment/declared.ts'
import { apiServer, tokenOf } from './environment/identity.ts'
import { world } from './environment/world.ts'
import { serveKubeconfig, writeKubeconfig } from './kubeconfigs/serve-kubeconfig.ts'
import { useAsKubectl } from './kubeconfigs/use-as-user.ts'
import { openUserNamespace, type UserNamespace } from './kubeconfigs/user-namespace.ts'

/** A name in the certificate of each API server that this machine cannot resolve: only the proxies connect it. */
const HOST = 'kubernetes.default.svc'

describe('a kubeconfig with a proxy-url, on a real cluster', () => {
  const { kubectl, folder } = world()
  let namespace: UserNamespace
  let proxies: RecordingProxies
  let proxyAuthority: Authority
  let cluster: { url: string; ca: string }
  let token: string

  before(async function () {
    cluster = await apiServer(kubectl)
    // The proxies connect every name to this machine.
    if (new URL(cluster.url).hostname !== '127.0.0.1') this.skip()
    proxyAuthority = await Authority.create(openFolder('proxies'), 'proxies')
    const pair = await proxyAuthority.issue('proxy', 'subjectAltName=IP:127.0.0.1')
    proxies = new RecordingProxies({ ...pair, ca: proxyAuthority.pem })
    await proxies.listen()
    namespace = await openUserNamespace({ kind: 'ServiceAccount', name: 'behind-a-proxy' })
    token = await tokenOf(kubectl, namespace.name, 'behind-a-proxy')
  })
  after(async () => {
    proxies?.close()
    await namespace?.remove()
  })

  for (const [scheme, port, description] of [
    ['http', 'http', `http CONNECT ${HOST}`],
    ['https', 'https', `https CONNECT ${HOST}`],
    ['socks5', 'socks', `socks5 ${HOST}`],
  ] as const)
    it(`sends every read, restart and watch through the ${scheme} proxy`, async () => {
      const kubeconfig = join(folder, `proxy-${scheme}`)
      const server = `https://${HOST}:${new URL(cluster.url).port}`
      // As with kubectl, the CA of the cluster is trusted for an https proxy, too.
      const ca = `${cluster.ca}\n${proxyAuthority.pem}`
      const proxyUrl = `${scheme}://127.0.0.1:${proxies.ports[port]}`
      await writeKubeconfig(kubeconfig, kubeconfigOf({ server, ca, token }, { 'proxy-url': proxyUrl }))
      proxies.opened.length = 0
      const service = await serveKubeconfig(kubeconfig)
      const { username } = await useAsKubectl({ service, kubeconfig, namespace })
      expect(username).to.equal(`system:serviceaccount:${namespace.name}:behind-a-proxy`)
      expect(new Set(proxies.opened)).to.deep.equal(new Set([description]))
      await service.stop()
    })
})
