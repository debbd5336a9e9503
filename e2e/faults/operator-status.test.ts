import { expect } from 'chai'
import { join } from 'node:path'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import { BundleFile } from '../../server/operator/context-bundle.ts'
import type { ClusterContext, ContextStatus } from '../../server/operator/resources.ts'
import { StatusWriter } from '../../server/operator/status-writer.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { Kube, type KubeObject } from '../support/kube.ts'
import { demoConnection, LEASE, NAMESPACE, operate, type Operating } from '../support/operating.ts'
import { until } from '../support/until.ts'

const CONTEXTS = `/apis/clusterinspector.dev/v1alpha1/namespaces/${NAMESPACE}/clustercontexts`
const HOME = { contextName: 'home', inCluster: {} }
const quiet = () => undefined
const log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

describe('the status of ClusterContexts', () => {
  let folder: string
  let demo: DemoCluster
  let kube: Kube

  const declare = (name: string, spec: object): KubeObject => ({
    apiVersion: 'clusterinspector.dev/v1alpha1',
    kind: 'ClusterContext',
    metadata: { name, namespace: NAMESPACE },
    spec,
  })
  const read = async (name: string) => kube.get<ClusterContext>(`${CONTEXTS}/${name}`)
  const start = (pod: string, token?: string): Operating => {
    const bundle = new BundleFile(join(folder, `${pod}.json`))
    const operating = operate({ demo, bundle, log, pod, ...(token === undefined ? {} : { token }) })
    return operating
  }
  const condition = (status: ContextStatus | null | undefined, type: string): string => {
    const found = status?.conditions?.find((one) => one.type === type)
    return found === undefined ? 'none' : `${found.status} ${found.reason}`
  }
  const settled = (name: string, ready: string) =>
    until(`${name} to be ${ready}`, async () => {
      const object = await read(name)
      return condition(object.status, 'Ready') === ready ? object : undefined
    })

  beforeEach(async () => {
    folder = openFolder('operator-status')
    demo = await openDemoCluster({ controllers: false })
    kube = new Kube(demo)
    demo.apply({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: LEASE, namespace: NAMESPACE },
      spec: {},
    })
  })

  it('says who the service is in a cluster, which version that has, and what the service may do there', async () => {
    demo.apply(declare('own', HOME))
    start('pod-0')
    const { status, metadata } = await settled('own', 'True Ready')
    expect(condition(status, 'Authorized')).to.equal('True Granted')
    expect(status).to.deep.include({
      identity: 'kubernetes-admin',
      observedBy: 'pod-0',
      observedGeneration: 1,
    })
    expect(status?.serverVersion).to.match(/^v1\.\d+/)
    expect(status?.permissions?.map(({ group, allowed }) => [group, allowed])).to.deep.include(['pods', true])
    const { items } = await kube.get<{ items: { involvedObject: { uid: string }; reason: string }[] }>(
      `/api/v1/namespaces/${NAMESPACE}/events`,
    )
    const about = items.filter(({ involvedObject }) => involvedObject.uid === metadata.uid)
    expect(about.map(({ reason }) => reason)).to.deep.equal(['Ready'])
    const handedOver = await until('the server to be told', async () => {
      const text = await new BundleFile(join(folder, 'pod-0.json')).text()
      return text?.includes('"home"') === true ? text : undefined
    })
    expect(JSON.parse(handedOver)).to.deep.include({
      home: {
        standing: {
          ready: true,
          serverVersion: status?.serverVersion,
          at: Date.parse(status?.lastProbeTime ?? ''),
        },
      },
    })
  })

  it('says what is wrong: nothing there, no Secret, suspended, a right that is missing', async () => {
    demo.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'tok', namespace: NAMESPACE },
      data: { token: Buffer.from('a-token').toString('base64') },
    })
    const server = 'https://nowhere.invalid:6443'
    demo.apply(declare('away', { contextName: 'away', server, tokenSecretRef: { name: 'tok' } }))
    demo.apply(declare('lost', { contextName: 'lost', server, tokenSecretRef: { name: 'none' } }))
    demo.apply(
      declare('aside', { contextName: 'aside', server, tokenSecretRef: { name: 'tok' }, suspend: true }),
    )
    start('pod-0')
    const away = await settled('away', 'False Unreachable')
    expect(condition(away.status, 'CredentialsValid')).to.equal('Unknown NotProbed')
    expect(JSON.stringify(away.status)).to.not.include('a-token')
    const lost = await settled('lost', 'False SecretMissing')
    expect(condition(lost.status, 'Stalled')).to.equal('True SecretMissing')
    await settled('aside', 'False Suspended')
  })

  it('names the rights that are missing, and says so when the cluster takes the credentials no more', async () => {
    const token = demo.addToken({ username: 'somebody' })
    demo.apply(declare('own', { ...HOME, probe: { interval: '1s' } }))
    start('pod-0', token)
    const { status } = await settled('own', 'True Ready')
    expect(condition(status, 'Authorized')).to.equal('False RightsMissing')
    expect(status?.permissions).to.deep.include({ group: 'logs', allowed: false, missing: ['get pods/log'] })
    demo.revokeToken(token)
    const refused = await settled('own', 'False CredentialsRejected')
    expect(condition(refused.status, 'Reachable')).to.equal('True Reachable')
    expect(condition(refused.status, 'Authorized')).to.equal('Unknown NotProbed')
    const { items } = await until('an event of each', async () => {
      const found = await kube.get<{ items: { type: string; reason: string }[] }>(
        `/api/v1/namespaces/${NAMESPACE}/events`,
      )
      return found.items.length >= 2 ? found : undefined
    })
    expect(items.map(({ type, reason }) => `${type} ${reason}`)).to.have.members([
      'Normal Ready',
      'Warning CredentialsRejected',
    ])
  })

  it('writes the status by another replica once the first gave up, and only by one', async () => {
    demo.apply(declare('own', HOME))
    const first = start('pod-0')
    await settled('own', 'True Ready')
    const second = start('pod-1')
    expect(second.leading()).to.equal(false)
    await first.stop()
    await until('the other to write', async () =>
      (await read('own')).status?.observedBy === 'pod-1' ? true : undefined,
    )
    expect(second.statusWrites).to.deep.equal({ written: 1, conflict: 0, failed: 0 })
  })

  it('writes no status a thousand times while nothing in it changes', async () => {
    demo.apply(declare('own', HOME))
    const { probed, statusWrites } = start('pod-0')
    await settled('own', 'True Ready')
    const { metadata } = await read('own')
    const asked: string[] = []
    demo.onRequest(({ method, url }) => void (method === 'PATCH' && asked.push(url)))
    let seen = ''
    for (let change = 0; change < 1000; change++) {
      const value = Buffer.from(String(change)).toString('base64')
      demo.apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'busy', namespace: NAMESPACE },
        data: { value },
      })
      if (change % 50 === 0) await new Promise(setImmediate)
      seen = String(change)
    }
    // Adds one more declaration that appears in the bundle. Once it does, the operator has processed every
    // earlier change.
    demo.apply(declare('last', { contextName: 'last', inCluster: {} }))
    await settled('last', 'False Invalid')
    expect(seen).to.equal('999')
    expect((await read('own')).metadata.resourceVersion).to.equal(metadata.resourceVersion)
    expect(asked.filter((url) => url.includes('clustercontexts/own'))).to.deep.equal([])
    expect(probed).to.deep.equal(['home'])
    expect(statusWrites.conflict).to.equal(0)
  })

  it('rejects a write of a former leader, whose version is outdated', async () => {
    demo.apply(declare('own', HOME))
    const before = await read('own')
    start('pod-1')
    const after = await settled('own', 'True Ready')
    const results: string[] = []
    const transport = new Transport(demoConnection(demo), { observe: quiet }, 'late')
    const late = new StatusWriter({
      transport,
      log,
      clock: Date.now,
      leading: () => true,
      wrote: (result) => void results.push(result),
    })
    late.write('default/own', before, { observedBy: 'pod-0', conditions: [] })
    await until('an answer', () => (results.length > 0 ? true : undefined))
    expect(results).to.deep.equal(['conflict'])
    expect((await read('own')).metadata.resourceVersion).to.equal(after.metadata.resourceVersion)
    late.stop()
    await transport.close()
  })
})
