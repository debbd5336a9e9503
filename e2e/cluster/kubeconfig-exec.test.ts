import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { until } from '../support/until.ts'
import { kubeconfigOf } from './environment/declared.ts'
import { apiServer } from './environment/identity.ts'
import { world } from './environment/world.ts'
import { issueClientCertificate } from './kubeconfigs/client-certificate.ts'
import { writePlugin, type ExecPlugin } from './kubeconfigs/exec-plugin.ts'
import { serveKubeconfig, writeKubeconfig } from './kubeconfigs/serve-kubeconfig.ts'
import { readDeployments, useAsKubectl, type Use } from './kubeconfigs/use-as-user.ts'
import { openUserNamespace, type UserNamespace } from './kubeconfigs/user-namespace.ts'

const ACCOUNT = 'plugin-user'
const CERTIFICATE_USER = 'plugin-user-with-a-certificate'
const LIFETIME_MS = 6000

describe('a kubeconfig whose user is a credential plugin, on a real cluster', () => {
  const { kubectl, folder } = world()
  let namespace: UserNamespace

  /** Starts a service whose user is a plugin that prints what `source` returns. */
  async function serve(
    source: string,
    files: Record<string, string> = {},
  ): Promise<Use & { plugin: ExecPlugin }> {
    const own = await mkdtemp(join(folder, 'plugin-'))
    for (const [name, content] of Object.entries(files))
      await writeFile(join(own, name), content, { mode: 0o600 })
    const plugin = await writePlugin(own, kubectl.kubeconfig, source)
    const { url: server, ca } = await apiServer(kubectl)
    const kubeconfig = join(own, 'config')
    await writeKubeconfig(kubeconfig, kubeconfigOf({ server, ca }, {}, { exec: plugin.exec }))
    return { service: await serveKubeconfig(kubeconfig), kubeconfig, namespace, plugin }
  }
  const token = (more = '') =>
    `kubectl('create', 'token', '${ACCOUNT}', '-n', '${namespace.name}', '--duration=10m'${more})`

  describe('that prints a token which expires soon', () => {
    before(async () => {
      namespace = await openUserNamespace({ kind: 'ServiceAccount', name: ACCOUNT })
    })
    after(() => namespace.remove())

    it('runs the plugin again before each expiry, and no request fails', async () => {
      const use = await serve(
        `return { token: ${token()}, expirationTimestamp: new Date(Date.now() + ${LIFETIME_MS}).toISOString() }`,
      )
      const identity = await useAsKubectl(use)
      expect(identity.username).to.equal(`system:serviceaccount:${namespace.name}:${ACCOUNT}`)
      const runs = await use.plugin.runs()
      await until('three more runs of the plugin', async () => {
        await readDeployments(use)
        return (await use.plugin.runs()) >= runs + 3 ? true : undefined
      })
      await useAsKubectl(use)
    })

    it('runs the plugin once again for a token that the API server rejects, and no request fails', async () => {
      const anchor = (name: string) => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: namespace.name },
      })
      await kubectl.apply(anchor('first'), anchor('second'))
      const bound = token(`, '--bound-object-kind=Secret', '--bound-object-name=' + anchor`)
      const use = await serve(
        `const anchor = readFileSync(folder + '/anchor', 'utf8'); return { token: ${bound} }`,
        {
          anchor: 'first',
        },
      )
      await readDeployments(use)
      expect(await use.plugin.runs()).to.equal(1)
      await writeFile(join(use.kubeconfig, '..', 'anchor'), 'second')
      await kubectl.text('delete', 'secret', 'first', '-n', namespace.name)
      // The API server keeps the result for a token for some seconds.
      await until('the second run of the plugin', async () => {
        await readDeployments(use)
        return (await use.plugin.runs()) === 2 ? true : undefined
      })
      await useAsKubectl(use)
    })
  })

  it('uses a client certificate that the plugin prints', async () => {
    namespace = await openUserNamespace({ kind: 'User', name: CERTIFICATE_USER })
    try {
      const group = `group-of-${namespace.name}`
      const own = await mkdtemp(join(folder, 'certificate-'))
      const { certificate, key } = await issueClientCertificate(own, { user: CERTIFICATE_USER, group })
      const use = await serve(
        `const [clientCertificateData, clientKeyData] = ['crt', 'key'].map((name) => readFileSync(folder + '/' + name, 'utf8')); return { clientCertificateData, clientKeyData }`,
        { crt: certificate, key },
      )
      const identity = await useAsKubectl(use)
      expect(identity).to.deep.include({
        username: CERTIFICATE_USER,
        groups: [group, 'system:authenticated'],
      })
    } finally {
      await namespace.remove()
    }
  })
})
