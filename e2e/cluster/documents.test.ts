import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse, stringify } from 'yaml'
import { freshClone } from '../documents/clone.ts'
import { runSteps } from '../documents/commands.ts'
import { commandDocuments, expectOutputs, type CommandDocument } from '../documents/documents.ts'
import { fences } from '../documents/markdown.ts'
import { Browser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT, startIssuer, type Issuer } from '../support/issuer.ts'
import { OWN, signIn } from '../support/signing-in.ts'
import { addressForPods, openIngress, type Ingress } from './environment/ingress.ts'
import { closePodShell, openPodShell } from './environment/pod-shell.ts'
import { run } from './environment/process.ts'
import { openSecondCluster } from './environment/second.ts'
import { NAMESPACE } from './environment/release.ts'
import { world } from './environment/world.ts'

/** A later document goes on with the release of an earlier one. */
const ORDER = ['README.md', 'server/operator/README.md', 'server/audit/README.md', 'server/auth/README.md']
const IMAGE = 'registry.example.com/cluster-inspector:0.2.0'
const ISSUER = 'https://issuer.example.com'
const HOST = new URL(OWN).host
/** Waits, as a reader does, until Pods of an earlier revision are gone: a port-forward could lead to them. */
const OLD_PODS_GONE = `while kubectl -n ${NAMESPACE} get pods -o jsonpath='{.items[*].metadata.deletionTimestamp}' | grep -q .; do :; done`

describe('commands in documents, on a cluster', function () {
  this.timeout(600_000)
  // A second try would find what the first one created.
  this.retries(0)
  const { kubectl, forward, release, kind, folder } = world()
  const documents = commandDocuments('cluster')
  let issuer: Issuer
  let kubeconfig: string

  before(async function () {
    if (kind === undefined) this.skip()
    forward.close()
    await release.purge()
    kubeconfig = `${kubectl.kubeconfig}:${await secondKubeconfig(folder)}`
    issuer = await startIssuer(`${OWN}/api/auth/callback/oidc`, await addressForPods())
    issuer.account = { sub: '4711', groups: ['platform'] }
  })
  after(async () => {
    if (kind === undefined) return
    await release.purge()
    await closePodShell()
    await run('docker', ['image', 'rm', IMAGE])
  })

  /** Everything that does not run as written, with the reason. */
  const substitutions = (): readonly [written: string, run: string, reason: string][] => [
    ['docker push', `kind load docker-image --name ${kind?.name}`, 'the run has no registry'],
    [ISSUER, issuer.url, 'the issuer of the run has another address,'],
    [
      '--set auth.signIn.existingSecret=',
      '--set auth.signIn.oidc.caKey=issuer.crt --set auth.signIn.existingSecret=',
      'and a CA of its own,',
    ],
    [
      '--from-literal=oidc-client-secret=',
      '--from-file=issuer.crt --from-literal=oidc-client-secret=',
      'which is in the Secret',
    ],
  ]

  /** Runs the commands of a document in a fresh clone; requests for the host of the ingress reach that. */
  async function follow(document: CommandDocument, ingress?: Ingress): Promise<void> {
    const clone = freshClone()
    await writeFile(join(clone, 'issuer.crt'), issuer.ca)
    if (ingress !== undefined) {
      await writeFile(join(clone, 'ingress.crt'), ingress.ca)
      const lines = [`connect-to = "${HOST}:443:127.0.0.1:${ingress.port}"`, 'cacert = "ingress.crt"']
      await writeFile(join(clone, '.curlrc'), `${lines.join('\n')}\n`)
    }
    const outputs = await runSteps(document.steps, {
      folder: clone,
      port: await freePort(),
      metricsPort: await freePort(),
      env: { KUBECONFIG: kubeconfig, CURL_HOME: clone, CLIENT_SECRET: CLIENT.secret },
      replace: (code) =>
        substitutions().reduce((now, [written, replacement]) => now.replaceAll(written, replacement), code),
      podShell: await podShellOf(document),
      afterEach: OLD_PODS_GONE,
    })
    expectOutputs(document, outputs, clone)
  }

  it('exist in these documents, and need every substitution', () => {
    expect(documents.map(({ path }) => path)).to.have.members(ORDER)
    const code = documents.flatMap(({ steps }) => steps.map((step) => step.code)).join('\n')
    for (const [written] of substitutions()) expect(code).to.include(written)
  })

  for (const path of ORDER)
    it(`succeed in a fresh clone, with the output shown: ${path}`, async () => {
      const document = documents.find((one) => one.path === path)
      if (document === undefined) throw new Error(`${path} has no commands`)
      if (path !== 'server/auth/README.md') return follow(document)
      const ingress = await openIngress(HOST)
      await follow(document, ingress)
      const browser = new Browser({ [HOST]: ingress.upstream }, issuer.ca)
      await signIn(browser)
      const about = await browser.get(`${OWN}/api/about`)
      expect(about.text, 'caller after sign-in').to.include('"name":"oidc:4711"')
      return undefined
    })
})

/** Returns the command that runs the blocks of a Pod with the volume that the document shows; `false` if it has none. */
async function podShellOf({ path, steps }: CommandDocument): Promise<string> {
  if (!steps.some(({ inPod }) => inPod)) return 'false'
  const blocks = fences(await readFile(join(world().root, path), 'utf8'))
  const fence = blocks.find(({ language, code }) => language === 'yaml' && code.startsWith('volumes:'))
  const { volumes: [volume] = [] } = parse(fence?.code ?? '{}') as { volumes?: { name: string }[] }
  if (volume === undefined) throw new Error(`${path} shows no volume for its commands in a Pod`)
  return openPodShell(volume)
}

/** Writes a kubeconfig with the context `second`, whose API server Pods of the first cluster can reach; returns its path. */
async function secondKubeconfig(folder: string): Promise<string> {
  const second = await openSecondCluster()
  const { clusters, users } = parse(await readFile(second.kubectl.kubeconfig, 'utf8')) as {
    clusters: { name: string; cluster: object }[]
    users: { name: string }[]
  }
  const [cluster, user] = [clusters[0], users[0]]
  if (cluster === undefined || user === undefined) throw new Error('the second cluster has no kubeconfig')
  const path = join(folder, 'second-for-pods.kubeconfig')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ ...cluster, cluster: { ...cluster.cluster, server: second.server } }],
    users: [user],
    contexts: [{ name: 'second', context: { cluster: cluster.name, user: user.name } }],
  }
  await writeFile(path, stringify(config))
  return path
}
