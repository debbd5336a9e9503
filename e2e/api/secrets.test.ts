import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

const SECRET = `canary-${randomBytes(12).toString('hex')}`
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('values of Secrets', () => {
  const namespace = `secrets-${randomBytes(3).toString('hex')}`
  let target: Target

  before(async () => {
    target = await openTarget()
    const { kube } = target
    await kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    closeAfterwards('the namespace of Secrets', () => kube.remove(`/api/v1/namespaces/${namespace}`))
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
        kind: 'Secret',
        data: { password: base64(SECRET) },
      }),
    }
    await kube.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'db', namespace, annotations },
      data: { password: base64(SECRET), bytes: '//79' },
    })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(target.api, 'GET', path, undefined, headers)

  it('keeps values of Secrets out of every other response: list, detail, live read and YAML', async () => {
    for (const headers of [{}, { 'cache-control': 'no-cache' }])
      for (const path of [
        `/api/secrets?namespace=${namespace}`,
        `/api/secrets/db?namespace=${namespace}`,
        `/api/secrets/db/events?namespace=${namespace}`,
        `/api/resources/secret/db/yaml?namespace=${namespace}&managedFields=true`,
      ]) {
        const { status, text } = await get(path, headers)
        expect([path, status]).to.deep.equal([path, 200])
        expect(text).to.not.include(SECRET)
        expect(text).to.not.include(base64(SECRET))
      }
    const { json } = await get(`/api/secrets/db?namespace=${namespace}`)
    expect(json['keys']).to.deep.equal([
      { name: 'bytes', bytes: 3 },
      { name: 'password', bytes: SECRET.length },
    ])
  })

  it('serves values of Secrets by one route, which nothing stores', async () => {
    const { status, json, headers } = await get(`/api/secrets/db/values?namespace=${namespace}`)
    expect(status).to.equal(200)
    expect(json).to.deep.equal({
      name: 'db',
      namespace,
      type: 'Opaque',
      values: {
        password: { value: SECRET, encoding: 'utf-8' },
        bytes: { value: '//79', encoding: 'base64' },
      },
    })
    expect(headers.get('cache-control')).to.equal('no-store')
    expect(headers.get('etag')).to.equal(null)
  })

  it('refuses values of Secrets to pages of other sites', async () => {
    const path = `/api/secrets/db/values?namespace=${namespace}`
    const { status, text } = await get(path, { 'sec-fetch-site': 'cross-site' })
    expect(status).to.equal(403)
    expect(text).to.not.include(SECRET)
  })

  it('refuses values of Helm releases', async () => {
    await target.kube.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'sh.helm.release.v1.shop.v1', namespace },
      type: 'helm.sh/release.v1',
      data: { release: base64(SECRET) },
    })
    const { status, json } = await get(
      `/api/secrets/sh.helm.release.v1.shop.v1/values?namespace=${namespace}`,
    )
    expect([status, json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(json['error']).to.include('a Helm release')
  })

  it('responds 404 for a Secret that does not exist', async () => {
    const { status, json } = await get(`/api/secrets/none/values?namespace=${namespace}`)
    expect([status, json['secret']]).to.deep.equal([404, 'none'])
  })
})
