import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Transport } from '../../server/cluster/client/transport.ts'
import type { Secret } from '../../server/operator/resources.ts'
import { SealKeyIssuer } from '../../server/operator/seal-key-issuer.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { ManualClock } from '../../server/testing/manual-time.ts'
import { internalError } from '../support/demo/fault-actions.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { Kube } from '../support/kube.ts'
import { demoConnection, NAMESPACE } from '../support/operating.ts'
import { recordLog } from '../support/record-log.ts'
import { until } from '../support/until.ts'

const SECRET = 'seal'
const PATH = `/api/v1/namespaces/${NAMESPACE}/secrets/${SECRET}`

describe('keys for sealed settings', () => {
  let demo: DemoCluster
  let folder: string
  let time: ManualClock
  let kube: Kube
  const { log, lines: logged } = recordLog()
  const inFile = async () => readFile(join(folder, 'seal-keys'), 'utf8').catch(() => undefined)
  const secret = async () => (await kube.call('GET', PATH)).body as Secret
  const keys = async () => Buffer.from((await secret()).data?.['keys'] ?? '', 'base64').toString()

  beforeEach(async () => {
    logged.length = 0
    folder = openFolder('seal-keys')
    time = new ManualClock()
    demo = await openDemoCluster({ controllers: false })
    demo.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: SECRET, namespace: NAMESPACE } })
    kube = new Kube(demo)
    closeAfterwards('a client', async () => kube.close())
  })

  function open(): SealKeyIssuer {
    const transport = new Transport(demoConnection(demo), { observe: () => undefined }, 'seal-keys-test')
    closeAfterwards('a transport', async () => transport.close())
    return new SealKeyIssuer({ transport, namespace: NAMESPACE, secret: SECRET, folder, time, log })
  }

  it('adds one key to an empty Secret though two replicas do so at once, and passes it to the server', async () => {
    const [first, second] = [open(), open()]
    const empty = await secret()
    first.update([empty])
    second.update([empty])
    const created = await until('a key', async () => (await keys()) || undefined)
    expect(created.trim()).to.match(/^[\w-]{43}$/)
    first.update([await secret()])
    await until('the file', async () => ((await inFile()) === created ? true : undefined))
    expect(await keys()).to.equal(created)
    expect(logged.join()).to.not.include(created.trim())
  })

  it('leaves the keys of a Secret alone, and passes on the ones that are added', async () => {
    const issuer = open()
    const secretWith = (text: string): Secret => ({
      metadata: { name: SECRET, namespace: NAMESPACE, resourceVersion: '1' } as Secret['metadata'],
      data: { keys: Buffer.from(text).toString('base64') },
    })
    issuer.update([secretWith('first\n')])
    await until('the file', async () => ((await inFile()) === 'first\n' ? true : undefined))
    issuer.update([secretWith('second\nfirst')])
    await until('the file', async () => ((await inFile()) === 'second\nfirst\n' ? true : undefined))
    expect(await keys()).to.equal('')
  })

  it('tries again after 5 s if the API server fails', async () => {
    const away = demo.faults.inject({
      when: ({ method, url }) => method === 'PATCH' && url.startsWith(PATH),
      action: internalError(),
    })
    const issuer = open()
    issuer.update([await secret()])
    await until('the failure', () => (logged.join().includes('could not pass the keys') ? true : undefined))
    away.lift()
    expect(await keys()).to.equal('')
    time.turn(5000)
    await until('a key', async () => (await keys()) || undefined)
  })
})
