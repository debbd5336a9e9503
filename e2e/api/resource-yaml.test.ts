import { expect } from 'chai'
import { parse } from 'yaml'
import { kinds } from '../../server/kinds/register.ts'
import { createObjects } from '../kinds/create-objects.ts'
import { fixtures } from '../kinds/register.ts'
import { call } from '../support/http.ts'
import { pathTo, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

const MASK = /^\(masked(?:, \d+ bytes)?\)$/

describe('GET /api/resources/{type}/{name}/yaml', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(target.api, 'GET', `/api/resources/${path}`, undefined, headers)
  const query = ({ metadata: { namespace } }: KubeObject) =>
    namespace === undefined ? '' : `?namespace=${namespace}`

  /** Returns an object without managedFields, which the route leaves out too. */
  const plain = ({ metadata, ...object }: KubeObject) => {
    const { managedFields: _, ...rest } = metadata as Record<string, unknown>
    return { ...object, metadata: rest }
  }

  /** Kinds of which the chart grants lists alone, since they have no details. */
  const listedOnly = kinds.filter(({ rbacGroups }) => rbacGroups?.['get'] === undefined)

  for (const { kind, plural } of listedOnly)
    it(`responds 403 and names the missing right for a ${kind}, if the chart alone grants rights`, async function () {
      if (target.demo !== undefined) this.skip()
      const { status, json } = await get(`${plural}/any/yaml?namespace=default`)
      expect([status, json['code']]).to.deep.equal([403, 'FORBIDDEN'])
      expect(json['hint']).to.include(`get ${plural}`)
    })

  for (const one of kinds.filter(({ plural }) => plural !== 'secrets')) {
    const { kind, plural, apiGroup, version } = one
    it(`serves every field of a ${kind} that the API server has, in YAML 1.1 and 1.2`, async function () {
      if (target.demo === undefined && listedOnly.includes(one)) this.skip()
      const fixture = fixtures[plural]
      // The demo cluster has objects of every kind.
      if (target.demo === undefined) await createObjects(target.kube, fixture, target.image)
      for (const type of [plural, kind, `${plural}.${version}.${apiGroup}`.replace(/\.$/, '')]) {
        // Objects change and go meanwhile: one is compared in the same version before and after.
        const { raw, shown } = await until(`a ${kind} that stays`, async () => {
          const { items } = await target.kube.get<{ items: KubeObject[] }>(pathTo(fixture, undefined))
          const [first] = items
          if (first === undefined) return undefined
          const { name } = first.metadata
          const path = `${pathTo(fixture, first.metadata.namespace)}/${name}`
          const before = await target.kube.call('GET', path)
          const answer = await get(`${type}/${encodeURIComponent(name)}/yaml${query(first)}`)
          const after = await target.kube.call('GET', path)
          const isSame = JSON.stringify(before.body) === JSON.stringify(after.body)
          return isSame && after.status === 200 ? { raw: after.body as KubeObject, shown: answer } : undefined
        })
        expect([type, shown.status]).to.deep.equal([type, 200])
        for (const specification of ['1.1', '1.2'] as const) {
          const options = {
            version: specification,
            schema: specification === '1.1' ? 'yaml-1.1' : 'core',
            maxAliasCount: 0,
          }
          expect(parse(String(shown.json['yaml']), options)).to.deep.equal(plain(raw))
        }
        expect(shown.json['masked']).to.deep.equal([])
      }
    })
  }

  it('masks the values of a Secret, and says which', async () => {
    const { items } = await target.kube.get<{ items: KubeObject[] }>('/api/v1/secrets')
    const secret = items.find(({ data }) => Object.keys((data as object | undefined) ?? {}).length > 0)
    expect(secret).to.not.equal(undefined)
    if (secret === undefined) return
    const data = secret['data'] as Record<string, string>
    const { status, json } = await get(`secret/${secret.metadata.name}/yaml${query(secret)}`)
    expect(status).to.equal(200)
    const yaml = String(json['yaml'])
    const shown = parse(yaml) as { data: Record<string, string>; kind: string }
    expect(shown).to.include({ kind: 'Secret', apiVersion: 'v1' })
    expect(Object.keys(shown.data).sort()).to.deep.equal(Object.keys(data).sort())
    for (const [key, value] of Object.entries(data)) {
      expect(shown.data[key]).to.match(MASK)
      expect(shown.data[key]).to.include(`${Buffer.from(value, 'base64').length} bytes`)
      if (value.length > 8) expect(yaml).to.not.include(value)
    }
    expect(json['masked']).to.include.members(Object.keys(data).map((key) => `/data/${key}`))
  })

  it('serves plain YAML for Accept: application/yaml, and JSON for a browser that accepts anything', async () => {
    const path = 'namespaces/default/yaml'
    const bare = await get(path, { accept: 'application/yaml' })
    expect(bare.status).to.equal(200)
    expect(bare.headers.get('content-type')).to.equal('application/yaml; charset=utf-8')
    expect(parse(bare.text)).to.have.nested.property('metadata.name', 'default')
    expect((await get(path, { accept: '*/*' })).json).to.have.property('yaml')
    expect((await get(path, { accept: 'text/html' })).status).to.equal(406)
  })

  it('has managedFields if they are asked for', async () => {
    const without = await get('namespace/default/yaml')
    expect(String(without.json['yaml'])).to.not.include('managedFields')
    const raw = await target.kube.get('/api/v1/namespaces/default')
    if (raw.metadata['managedFields'] === undefined) return
    const { json } = await get('namespace/default/yaml?managedFields=true')
    expect(parse(String(json['yaml'])))
      .to.have.nested.property('metadata.managedFields')
      .that.is.an('array')
  })

  it('takes the names of RBAC, with colons and upper case, and of no other kind', async () => {
    const named = await get('clusterroles/system%3Adiscovery/yaml')
    const { items } = await target.kube.get<{ items: KubeObject[] }>(
      '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    )
    const exists = items.some(({ metadata }) => metadata.name === 'system:discovery')
    // On a real cluster the service has no right to read roles.
    expect(named.status).to.be.oneOf(exists ? [200, 403] : [403, 404])
    for (const path of [
      'pods/a%3Ab/yaml?namespace=default',
      'pods/A/yaml?namespace=default',
      'pods/a%2Flog/yaml?namespace=default',
    ])
      expect([path, (await get(path)).status]).to.deep.equal([path, 400])
  })

  it('names what is wrong with a type, a name or a namespace', async () => {
    const nothing = await get('nothings/a/yaml')
    expect([nothing.status, nothing.json['error']]).to.deep.equal([
      400,
      'type "nothings" is no type that the cluster serves',
    ])
    const unnamed = await get('pods/a/yaml')
    expect([unnamed.status, unnamed.json['error']]).to.deep.equal([
      400,
      'namespace is required: pods are in namespaces',
    ])
    const review = await get('selfsubjectaccessreviews.authorization.k8s.io/a/yaml')
    expect(review.status).to.equal(400)
    expect(review.json['error']).to.include('has no objects that can be read')
    const gone = await get('pods/none/yaml?namespace=default')
    expect(gone.json).to.deep.include({ code: 'NOT_FOUND', pod: 'none', namespace: 'default' })
    expect((await get('pods..apps/a/yaml')).status).to.equal(400)
    expect((await get('p%C3%B6ds/a/yaml')).status).to.equal(400)
  })
})
