import { expect } from 'chai'
import { itemsOf, present, versionOf } from './expect.ts'
import { type Target, openTarget } from './target.ts'

const LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
const OBJECT = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const COUNT = 5

describe('conformance: metadata alone', () => {
  let target: Target
  let configMaps: string

  before(async () => {
    target = await openTarget()
    configMaps = `/api/v1/namespaces/${target.namespace}/configmaps`
    for (let index = 0; index < COUNT; index += 1)
      await target.admin.create(configMaps, {
        metadata: { name: `m${index}`, labels: { even: String(index % 2 === 0) } },
        data: { key: 'value' },
      })
  })

  it('page by page is what whole objects say of themselves, in one version', async () => {
    const selector = 'labelSelector=even'
    const whole = await target.admin.get(`${configMaps}?${selector}`)
    const seen: unknown[] = []
    const versions = new Set<string>()
    let next: string | undefined = ''
    do {
      const query: string = `${selector}&limit=2${next === '' ? '' : `&continue=${next}`}`
      const { status, json, headers } = await target.admin.send('GET', `${configMaps}?${query}`, {
        accept: LIST,
      })
      expect([status, headers['content-type']]).to.deep.equal([200, 'application/json'])
      expect(json).to.include({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' })
      for (const item of itemsOf(json)) {
        expect(item).to.have.all.keys('kind', 'apiVersion', 'metadata')
        expect(item).to.include({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
        seen.push(item.metadata)
      }
      versions.add(versionOf(json))
      if (next === '') await target.admin.send('DELETE', `${configMaps}/m4`)
      next = json.metadata?.continue
    } while (next !== undefined && next !== '')
    expect(seen).to.deep.equal(itemsOf(whole).map(({ metadata }) => metadata))
    expect(seen).to.have.length(COUNT)
    expect([...versions]).to.have.length(1)
  })

  it('returns metadata of a cluster-scoped kind, of all namespaces, and of a group', async () => {
    for (const path of ['/api/v1/nodes', '/api/v1/configmaps', '/apis/apps/v1/deployments']) {
      const { json } = await target.admin.send('GET', `${path}?limit=1`, { accept: LIST })
      expect(json, path).to.include({ kind: 'PartialObjectMetadataList' })
      expect(versionOf(json), path).to.match(/^\d+$/)
    }
  })

  it('returns metadata of one object', async () => {
    const { metadata } = await target.admin.get(`${configMaps}/m0`)
    const { json } = await target.admin.send('GET', `${configMaps}/m0`, { accept: OBJECT })
    expect(json).to.deep.equal({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata })
    expect(present(json.metadata, 'metadata').uid).to.be.a('string')
  })
})
