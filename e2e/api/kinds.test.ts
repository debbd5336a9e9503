import { expect } from 'chai'
import { kinds } from '../../server/kinds/register.ts'
import { createObjects } from '../kinds/create-objects.ts'
import { fixtures } from '../kinds/register.ts'
import { call } from '../support/http.ts'
import { pathTo, type KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'
import { until } from '../support/until.ts'

for (const kind of kinds.filter(({ declaration }) => declaration.list !== false))
  describe(`kind ${kind.plural}`, () => {
    let target: Target
    before(async () => {
      target = await openTarget()
      // The demo cluster has objects of every kind.
      if (target.demo === undefined) await createObjects(target.kube, fixtures[kind.plural], target.image)
    })

    it('has objects in the cluster, each with a detail and events', async () => {
      const { items: raw } = await target.kube.get<{ items: KubeObject[] }>(
        pathTo(fixtures[kind.plural], undefined),
      )
      const query = kind.namespaced ? `?namespace=${raw[0]?.metadata.namespace}` : ''
      const items = await until('the service to list them', async () => {
        const list = await call(target.api, 'GET', `/api/${kind.path}${query}`)
        expect(list.status).to.equal(200)
        const listed = list.json[kind.path] as { name: string }[]
        return listed.length > 0 ? listed : undefined
      })
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
