import { expect } from 'chai'
import { kinds } from '../../server/kinds/register.ts'
import { fixtures } from '../kinds/register.ts'
import { call } from '../support/http.ts'
import { pathTo, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'

for (const kind of kinds.filter(({ declaration }) => declaration.list !== false))
  describe(`kind ${kind.plural}`, () => {
    let target: Target
    before(async () => {
      target = await openTarget()
    })

    it('has objects in the cluster, each with a detail and events', async () => {
      const { items: raw } = await target.kube.get<{ items: KubeObject[] }>(
        pathTo(fixtures[kind.plural], undefined),
      )
      const query = kind.namespaced ? `?namespace=${raw[0]?.metadata.namespace}` : ''
      const list = await call(target.api, 'GET', `/api/${kind.path}${query}`)
      expect(list.status).to.equal(200)
      const items = list.json[kind.path] as { name: string }[]
      expect(items).to.not.have.length(0)
      const [{ name } = { name: '' }] = items
      for (const { method, path } of kind.routes) {
        if (method !== 'GET' || !path.includes('{name}') || path.endsWith('/logs')) continue
        const { status } = await call(target.api, 'GET', path.replace('{name}', name) + query)
        expect([path, status]).to.deep.equal([path, 200])
      }
    })

    it('answers 404 for an object that does not exist', async () => {
      const query = kind.namespaced ? '?namespace=default' : ''
      const { status, json } = await call(target.api, 'GET', `/api/${kind.path}/none${query}`)
      expect([status, json['code']]).to.deep.equal([404, 'NOT_FOUND'])
      expect(json['error']).to.include(`"none" not found`)
    })
  })
