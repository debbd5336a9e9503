import { expect } from 'chai'
import { type Refusal, expectRefusal, identityOf, versionOf } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'

const merge = 'application/merge-patch+json'
const strategic = 'application/strategic-merge-patch+json'

const modified =
  'Operation cannot be fulfilled on configmaps "m": the object has been modified; please apply your changes to the latest version and try again'

describe('conformance: updates and patches', () => {
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

  it('update with the version that was read', async () => {
    const { status, json } = await target.admin.send('PUT', `${maps}/m`, {
      body: { ...map, data: { other: '1' } },
    })
    expect([status, json.data]).to.deep.equal([200, { other: '1' }])
    expect(Number(versionOf(json))).to.be.above(Number(versionOf(map)))
    expect(identityOf(json).uid).to.equal(identityOf(map).uid)
  })

  it('update with an older version: 409', async () => {
    const body = { ...map, metadata: { ...map.metadata, resourceVersion: '1' } }
    const answer = await target.admin.send('PUT', `${maps}/m`, { body })
    expectRefusal(answer, { code: 409, reason: 'Conflict', message: modified, details })
  })

  it('update with another uid: 409', async () => {
    const answer = await target.admin.send('PUT', `${maps}/m`, {
      body: { metadata: { name: 'm', uid: 'x' } },
    })
    expectRefusal(answer, {
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on configmaps "m": StorageError: invalid object, Code: 4, Key: /registry/configmaps/${target.namespace}/m, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: ${identityOf(map).uid}`,
      details,
    })
  })

  it('update of another name: 400', async () => {
    const answer = await target.admin.send('PUT', `${maps}/m`, { body: { metadata: { name: 'b' } } })
    const message = 'the name of the object (b) does not match the name on the URL (m)'
    expectRefusal(answer, { code: 400, reason: 'BadRequest', message })
  })

  it('update of what is not there: 404', async () => {
    const answer = await target.admin.send('PUT', `${maps}/zz`, { body: { metadata: { name: 'zz' } } })
    const message = 'configmaps "zz" not found'
    expectRefusal(answer, {
      code: 404,
      reason: 'NotFound',
      message,
      details: { name: 'zz', kind: 'configmaps' },
    })
  })

  it('merge patch: null takes away, an object goes into an object', async () => {
    const body = { data: { k: null, x: 'y' }, metadata: { labels: { a: 'b' } } }
    const { json } = await target.admin.send('PATCH', `${maps}/m`, { body, type: `${merge}; charset=utf-8` })
    expect(json.data).to.deep.equal({ x: 'y' })
    expect(json.metadata?.labels).to.deep.equal({ a: 'b' })
  })

  const refusedPatches: [string, unknown, string, Refusal][] = [
    [
      'the content type of a create',
      {},
      'application/json',
      { code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} },
    ],
    [
      'no content type a server knows',
      {},
      'text/plain',
      { code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} },
    ],
    [
      'half a merge patch',
      '{',
      merge,
      { code: 400, reason: 'BadRequest', message: 'error decoding patch: unexpected end of JSON input' },
    ],
    [
      'half a strategic merge patch',
      '{',
      strategic,
      { code: 400, reason: 'BadRequest', message: 'unexpected end of JSON input' },
    ],
    [
      'an older version',
      { metadata: { resourceVersion: '1' } },
      merge,
      { code: 409, reason: 'Conflict', message: modified, details },
    ],
    [
      'another name',
      { metadata: { name: 'b' } },
      merge,
      {
        code: 400,
        reason: 'BadRequest',
        message: 'the name of the object (b) does not match the name on the URL (m)',
      },
    ],
  ]
  for (const [title, body, type, refusal] of refusedPatches) {
    it(`patch with ${title}: ${refusal.code}`, async () => {
      expectRefusal(await target.admin.send('PATCH', `${maps}/m`, { body, type }), refusal)
    })
  }

  it('patch of what is not there: 404', async () => {
    const answer = await target.admin.send('PATCH', `${maps}/zz`, { body: {}, type: merge })
    const message = 'configmaps "zz" not found'
    expectRefusal(answer, {
      code: 404,
      reason: 'NotFound',
      message,
      details: { name: 'zz', kind: 'configmaps' },
    })
  })
})
