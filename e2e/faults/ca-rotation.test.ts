import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { ServiceAccountCredentials } from '../../server/cluster/client/in-cluster.ts'
import { BundleFile } from '../../server/operator/context-bundle.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { Authority, type Pair } from '../support/certificates.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { TlsCluster } from '../support/tls-cluster.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

/** One way to provide a cluster's CA: how the service is started with it, and how the CA is replaced. */
interface Way {
  open: (url: string, ca: string) => Promise<RunningServer>
  believe: (ca: string) => Promise<void>
  /** The context that requests name. */
  context: string
}

describe('a rotated CA of a cluster [F9]', () => {
  let folder: string
  let demo: DemoCluster
  let cluster: TlsCluster
  let service: RunningServer | undefined
  let [before, after]: [Authority?, Authority?] = []

  const certificate = async (authority: Authority | undefined): Promise<Pair> => {
    if (authority === undefined) throw new Error('there is no such CA')
    return authority.issue('kube-apiserver', 'subjectAltName=IP:127.0.0.1')
  }

  beforeEach(async () => {
    folder = openFolder('ca')
    before = await Authority.create(folder, 'before')
    after = await Authority.create(folder, 'after')
    demo = await openDemoCluster({ controllers: false })
    cluster = await TlsCluster.open(await certificate(before), demo.url)
  })

  /**
   * CA files mounted into the Pod. Each update replaces the files atomically, as the kubelet does, and a
   * minute passes after it.
   */
  function files(): Way {
    let now = 0
    const believe = async (ca: string): Promise<void> => {
      await writeFile(join(folder, 'next'), ca)
      await rename(join(folder, 'next'), join(folder, 'ca.crt'))
      now += MINUTE
    }
    return {
      context: 'test',
      believe,
      open: async (url, ca) => {
        await writeFile(join(folder, 'token'), demo.token)
        await believe(ca)
        const credentials = new ServiceAccountCredentials(folder, () => now)
        return serveCluster(url, demo.token, { credentials })
      },
    }
  }

  /** The operator's bundle file, which the service checks every second. */
  function bundle(): Way {
    const contextsFile = join(folder, 'contexts.json')
    const file = new BundleFile(contextsFile)
    let declaredAt = ''
    const taken: string[] = []
    const time = new SkippingTime()
    const note = (message: string) => void taken.push(message)
    const log = { error: note, warn: note, info: note, debug: note }
    const declared = { cluster: 'far', user: 'ci', namespace: 'default', source: 'Secret ci/far' }
    const believe = async (ca: string): Promise<void> => {
      const count = taken.length
      await file.write({ contexts: [{ name: 'far', server: declaredAt, declared, token: demo.token, ca }] })
      await time.until(
        'the bundle to be taken',
        () => taken.slice(count).includes('contexts loaded') || undefined,
      )
    }
    return {
      context: 'far',
      believe,
      open: async (url, ca) => {
        declaredAt = url
        const opened = await serveCluster(demo.url, demo.token, { settings: { contextsFile }, log, time })
        await believe(ca)
        return opened
      },
    }
  }

  for (const [what, way] of [
    ['in the files of a Pod', files],
    ['in a bundle', bundle],
  ] as const)
    it(`follows a CA from the old one by both to the new one, without a failed request: ${what}`, async () => {
      const { open, believe, context } = way()
      const [old, next] = [before?.pem ?? '', after?.pem ?? '']
      service = await open(cluster.url, old)
      const base = `http://127.0.0.1:${service.port}`
      const ask = (headers = {}) => call(base, 'GET', `/api/nodes?context=${context}`, undefined, headers)
      const live = () => ask({ 'cache-control': 'no-cache' })
      const well = async (when: string): Promise<void> => {
        const answers = await Promise.all(Array.from({ length: 20 }, live))
        expect(new Set(answers.map(({ status }) => status)), when).to.deep.equal(new Set([200]))
      }
      const watched = (when: string) =>
        until(`watching, ${when}`, async () =>
          (await ask()).headers.get('x-cache') === 'hit' ? true : undefined,
        )
      await well('with the old one')
      await watched('with the old one')

      const connections = cluster.connections
      await believe(`${old}\n${next}`)
      await well('with both, of the old one')
      expect(cluster.connections, 'connections are made anew').to.be.above(connections)

      cluster.restart(await certificate(after))
      await until('the cluster to be back', async () => ((await live()).status === 200 ? true : undefined))
      await well('with both, of the new one')
      await watched('of the new one')

      await believe(next)
      await well('with the new one')
      demo.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'later' } })
      await until('what came later to be seen', async () =>
        (await ask()).text.includes('"later"') ? true : undefined,
      )

      cluster.restart(await certificate(before))
      const refused = await until('the old one to be refused', async () => {
        const answer = await live()
        return answer.status === 200 ? undefined : answer
      })
      expect(refused.status).to.equal(500)
      expect(String(refused.json['details'])).to.match(/certificate/)
      expect((await call(base, 'GET', '/api/contexts')).status).to.equal(200)
      cluster.restart(await certificate(after))
      await until('the new one to be back', async () => ((await live()).status === 200 ? true : undefined))
    })

  it('reads the CA again as soon as a certificate is not trusted, not a minute later', async () => {
    await writeFile(join(folder, 'token'), demo.token)
    await writeFile(join(folder, 'ca.crt'), before?.pem ?? '')
    const credentials = new ServiceAccountCredentials(folder, () => 0)
    service = await serveCluster(cluster.url, demo.token, { credentials })
    const base = `http://127.0.0.1:${service.port}`
    const live = () => call(base, 'GET', '/api/nodes', undefined, { 'cache-control': 'no-cache' })
    expect((await live()).status).to.equal(200)
    await writeFile(join(folder, 'ca.crt'), after?.pem ?? '')
    cluster.restart(await certificate(after))
    await until('it to be trusted', async () => ((await live()).status === 200 ? true : undefined))
  })
})
