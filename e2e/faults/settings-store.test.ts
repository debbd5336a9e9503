import { expect } from 'chai'
import { Transport } from '../../server/cluster/client/transport.ts'
import { OwnObjects } from '../../server/cluster/write/own-objects.ts'
import { NotConfiguredError } from '../../server/core/errors.ts'
import { ClusterStore } from '../../server/features/settings/stores/cluster-store.ts'
import { describeStore } from '../../server/features/settings/stores/store-contract.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { respond } from '../support/demo/fault-actions.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { Kube } from '../support/kube.ts'
import { demoConnection, NAMESPACE } from '../support/operating.ts'

const KEY = `u-${'a'.repeat(40)}` as const
const PATH = `/apis/clusterinspector.dev/v1alpha1/namespaces/${NAMESPACE}/userstates/${KEY}`
const RECORD = { user: 'oidc:ada', subject: '', plain: { pins: ['/pods'] }, sealed: {} }
const NOW = Date.UTC(2026, 10, 20, 11, 25)

describe('settings in Kubernetes', () => {
  const { signal } = new AbortController()
  let demo: DemoCluster
  const openStore = (): ClusterStore => {
    const transport = new Transport(demoConnection(demo), { observe: () => undefined }, 'settings-test')
    closeAfterwards('a transport', async () => transport.close())
    return new ClusterStore(new OwnObjects(transport, NAMESPACE), () => NOW)
  }

  describeStore('the record store in Kubernetes', {
    open: async () => {
      demo = await openDemoCluster({ controllers: false })
      return openStore()
    },
    reopen: async () => openStore(),
  })

  it('keeps the user, the time of the change and the settings in the spec of a UserState', async () => {
    demo = await openDemoCluster({ controllers: false })
    await openStore().write(KEY, RECORD, undefined, signal)
    const kube = new Kube(demo)
    closeAfterwards('a client', async () => kube.close())
    const { body } = await kube.call('GET', PATH)
    expect(body).to.have.property('kind', 'UserState')
    expect((body as { spec: object }).spec).to.deep.equal({
      ...RECORD,
      updatedAt: '2026-11-20T11:25:00.000Z',
    })
  })

  it('reads nothing and rejects writes with the value to set, if the cluster does not serve UserStates', async () => {
    demo = await openDemoCluster({ controllers: false })
    demo.faults.inject({
      when: ({ url }) => url.includes('/userstates'),
      action: respond({ code: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found\n' }),
    })
    expect(await openStore().read(KEY, signal)).to.equal(undefined)
    const error: unknown = await openStore()
      .write(KEY, RECORD, undefined, signal)
      .catch((one: unknown) => one)
    expect(error).to.be.instanceOf(NotConfiguredError).and.have.property('hint').include('crds.install=true')
  })
})
