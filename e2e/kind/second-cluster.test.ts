import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Pod } from '../../server/kube/objects.ts'
import { until } from '../target/until.ts'
import { node, pod } from './cluster/kubectl.ts'
import { SecondCluster } from './cluster/second.ts'
import { world } from './cluster/world.ts'

describe('A second cluster', function () {
  this.timeout(300_000)
  const { root, folder, kubectl, kind, image } = world()
  const namespace = `second-${randomBytes(3).toString('hex')}`
  let second: SecondCluster

  before(async function () {
    if (kind === undefined) this.skip()
    second = await SecondCluster.create(root, folder)
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  })
  after(async () => {
    await kubectl.remove('namespace', namespace)
    await SecondCluster.remove(folder)
  })

  it('is reached by Pods of the first, by its own authority and with a token of its own', async () => {
    await second.account('reader', { apiGroups: [''], resources: ['nodes'], verbs: ['list'] })
    const headers = { authorization: `Bearer ${await second.token('reader')}` }
    const script = `require('node:https').get(${JSON.stringify(`${second.url}/api/v1/nodes`)},
      { ca: ${JSON.stringify(second.ca)}, headers: ${JSON.stringify(headers)} },
      async (answer) => console.log(answer.statusCode, JSON.parse((await answer.toArray()).join('')).items[0].metadata.name))`
    await kubectl.apply(
      pod(namespace, 'caller', { restartPolicy: 'Never', containers: [node(image, 'main', script)] }),
    )
    await until('the call to be made', async () => {
      const { status } = await kubectl.json<Pod>('get', 'pod', '-n', namespace, 'caller')
      return ['Succeeded', 'Failed'].includes(status?.phase ?? '') ? true : undefined
    })
    expect((await kubectl.text('logs', '-n', namespace, 'caller')).trim()).to.equal(`200 ${second.node}`)
  })
})
