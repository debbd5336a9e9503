import { expect } from 'chai'
import { eventually } from './eventually.ts'
import { expectRefusal, identityOf, itemsOf, versionOf } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'

describe('conformance: deletes', () => {
  let target: Target
  let maps: string
  let map: KubeJson

  before(async () => {
    target = await openTarget()
    maps = `/api/v1/namespaces/${target.namespace}/configmaps`
  })
  beforeEach(async () => {
    map = await target.admin.create(maps, { metadata: { name: 'm' }, data: { k: 'v' } })
  })
  afterEach(() => target.admin.send('DELETE', `${maps}/m`))

  const details = { name: 'm', kind: 'configmaps' }

  it('delete answers with a Status that names what is gone', async () => {
    const { status, json } = await target.admin.send('DELETE', `${maps}/m`)
    expect(status).to.equal(200)
    expect(json).to.deep.equal({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { ...details, uid: identityOf(map).uid },
    })
    expect((await target.admin.send('DELETE', `${maps}/m`)).status).to.equal(404)
  })

  it('delete with the uid of another: 409', async () => {
    const answer = await target.admin.send('DELETE', `${maps}/m`, { body: { preconditions: { uid: 'x' } } })
    expectRefusal(answer, {
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on ConfigMap "m": the UID in the precondition (x) does not match the UID in record (${identityOf(map).uid}). The object might have been deleted and then recreated`,
      details: { name: 'm', kind: 'ConfigMap' },
    })
  })

  it('delete of an older version: 409', async () => {
    const answer = await target.admin.send('DELETE', `${maps}/m`, {
      body: { preconditions: { resourceVersion: '1' } },
    })
    expectRefusal(answer, {
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on ConfigMap "m": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${versionOf(map)}). The object might have been modified`,
      details: { name: 'm', kind: 'ConfigMap' },
    })
  })

  it('delete with the right uid', async () => {
    const preconditions = { uid: identityOf(map).uid, resourceVersion: versionOf(map) }
    const { status } = await target.admin.send('DELETE', `${maps}/m`, { body: { preconditions } })
    expect(status).to.equal(200)
  })

  it('a finalizer holds an object back until it is taken away', async () => {
    await target.admin.create(maps, { metadata: { name: 'held', finalizers: ['example.com/hold'] } })
    const { json } = await target.admin.send('DELETE', `${maps}/held`)
    expect(json.metadata?.deletionTimestamp).to.be.a('string')
    expect(json.kind).to.equal('ConfigMap')
    await target.admin.merge(`${maps}/held`, { metadata: { finalizers: null } })
    expect((await target.admin.send('GET', `${maps}/held`)).status).to.equal(404)
  })

  it('delete of a selection answers with the list', async () => {
    for (const name of ['d1', 'd2'])
      await target.admin.create(maps, { metadata: { name, labels: { go: 'yes' } } })
    const { status, json } = await target.admin.send('DELETE', `${maps}?labelSelector=go%3Dyes`)
    expect([status, json.kind]).to.deep.equal([200, 'ConfigMapList'])
    expect(itemsOf(json).map(({ metadata }) => metadata?.name)).to.deep.equal(['d1', 'd2'])
    expect((await target.admin.get(`${maps}?labelSelector=go%3Dyes`)).items).to.deep.equal([])
  })

  it('a namespace that is deleted empties itself and goes', async () => {
    const name = `${target.namespace}-gone`
    await target.admin.create('/api/v1/namespaces', { metadata: { name } })
    await target.admin.create(`/api/v1/namespaces/${name}/configmaps`, { metadata: { name: 'inside' } })
    const { json } = await target.admin.send('DELETE', `/api/v1/namespaces/${name}`)
    expect(json.status?.phase).to.equal('Terminating')
    await eventually(target.patience, async () => {
      const { status } = await target.admin.send('GET', `/api/v1/namespaces/${name}`)
      return status === 404
    })
    expect((await target.admin.get(`/api/v1/namespaces/${name}/configmaps`)).items).to.deep.equal([])
  })
})
