import { expect } from 'chai'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { internalError } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { Transport } from '../../server/cluster/client/transport.ts'
import { ServerTokenIssuer } from '../../server/operator/server-token-issuer.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { ManualClock } from '../../server/testing/manual-time.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { Kube } from '../support/kube.ts'
import { demoConnection, NAMESPACE } from '../support/operating.ts'
import { recordLog } from '../support/record-log.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000

describe('the token the operator hands to the server', () => {
  let demo: DemoCluster
  let folder: string
  let own: string
  let transport: Transport
  let token: ServerTokenIssuer
  let time: ManualClock
  const made: (number | undefined)[] = []
  const { log, lines: logged } = recordLog()
  const held = (name: string) => readFile(join(folder, name), 'utf8')
  const tokens = (count: number) => until(`${count} tokens`, () => (made.length >= count ? true : undefined))

  beforeEach(async () => {
    made.length = 0
    logged.length = 0
    folder = openFolder('server-token')
    own = openFolder('own')
    await writeFile(join(own, 'ca.crt'), 'the CA')
    demo = await openDemoCluster({ controllers: false })
    const metadata = { name: 'server', namespace: NAMESPACE }
    demo.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
    transport = new Transport(demoConnection(demo), { observe: () => undefined }, 'server-token-test')
    closeAfterwards('a transport', () => transport.close())
    time = new ManualClock()
    token = new ServerTokenIssuer({
      transport,
      namespace: NAMESPACE,
      account: 'server',
      anchor: 'anchor',
      folder,
      own,
      time,
      log,
      issued: (expiresAt) => void made.push(expiresAt),
    })
  })

  it("belongs to the ServiceAccount of the server, has the kubelet's layout, and is bound to the anchor", async () => {
    const asked: unknown[] = []
    demo.onRequest(({ url }) => void (url.endsWith('/token') && asked.push(url)))
    token.start()
    await tokens(1)
    expect(token.handedOver).to.equal(true)
    expect([await held('ca.crt'), await held('namespace')]).to.deep.equal(['the CA', NAMESPACE])
    const kube = new Kube({ url: demo.url, token: await held('token') })
    const review = await kube.call('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
    })
    expect(JSON.stringify(review.body)).to.include('system:serviceaccount:default:server')
    await kube.close()
    expect(asked).to.deep.equal([`/api/v1/namespaces/${NAMESPACE}/serviceaccounts/server/token`])
    expect(logged.join()).to.not.include(await held('token'))
  })

  it('renews the token after half of its life, and replaces the one before', async () => {
    token.start()
    await tokens(1)
    const first = await held('token')
    time.turn(0.4 * HOUR)
    expect(made).to.have.length(1)
    time.turn(0.2 * HOUR)
    await tokens(2)
    expect(await held('token')).to.not.equal(first)
  })

  it('renews the token at once if the anchor is another one', async () => {
    token.start()
    await tokens(1)
    token.anchoredTo('uid-1')
    token.anchoredTo('uid-1')
    token.anchoredTo(undefined)
    expect(made).to.have.length(1)
    token.anchoredTo('uid-2')
    await tokens(2)
  })

  it('requests the token again if the cluster could not issue one, and logs the reason', async () => {
    const away = demo.faults.inject({ when: ({ url }) => url.endsWith('/token'), action: internalError() })
    token.start()
    await tokens(1)
    expect(token.handedOver).to.equal(false)
    expect(made).to.deep.equal([undefined])
    expect(logged.join()).to.include('could not issue a token').and.include('etcdserver')
    away.lift()
    time.turn(2000)
    await tokens(2)
    expect(token.handedOver).to.equal(true)
  })

  it('goes with the CA as it is now', async () => {
    token.start()
    await tokens(1)
    await writeFile(join(own, 'ca.crt'), 'another CA')
    await until('the other CA', async () => {
      time.turn(30_000)
      return (await held('ca.crt')) === 'another CA' ? true : undefined
    })
  })
})
