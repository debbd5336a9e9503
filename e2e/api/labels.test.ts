import { expect } from 'chai'
import { call } from '../support/http.ts'
import type { KubeObject } from '../support/kube.ts'
import { openTarget, type Target } from '../support/target.ts'

const WORKLOADS = {
  deployments: 'apis/apps/v1',
  statefulsets: 'apis/apps/v1',
  daemonsets: 'apis/apps/v1',
  jobs: 'apis/batch/v1',
  cronjobs: 'apis/batch/v1',
  pods: 'api/v1',
}
const NAMESPACE = 'kube-system'

interface Labels {
  labels: {
    key: string
    values: { value: string; count: number }[]
    totalCount: number
    resourceTypes: string[]
  }[]
  resources?: { kind: string; name: string; namespace: string; labels: Record<string, string> }[]
  totalResources: number
  truncated?: boolean
  unavailable: unknown[]
}

describe('labels', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const get = async (query: string) => {
    const { status, json } = await call(target.api, 'GET', `/api/labels${query}`)
    return { status, json, found: json as unknown as Labels }
  }

  /** The workloads of kube-system, in which nothing changes, by their types. */
  async function workloads(): Promise<{ type: string; object: KubeObject }[]> {
    const all = []
    for (const [type, root] of Object.entries(WORKLOADS)) {
      const { items } = await target.kube.get<{ items: KubeObject[] }>(
        `/${root}/namespaces/${NAMESPACE}/${type}`,
      )
      all.push(...items.map((object) => ({ type, object })))
    }
    return all
  }

  it('counts the labels as the cluster lists them', async () => {
    const all = await workloads()
    const { status, found } = await get(`?namespace=${NAMESPACE}`)
    expect([status, found.unavailable, found.resources]).to.deep.equal([200, [], undefined])
    expect(found.totalResources).to.equal(all.length)
    expect(found.labels).to.not.be.empty
    for (const { key, values, totalCount, resourceTypes } of found.labels) {
      const labelled = all.filter(({ object }) => object.metadata.labels?.[key] !== undefined)
      expect(totalCount, key).to.equal(labelled.length)
      expect(new Set(resourceTypes), key).to.deep.equal(new Set(labelled.map(({ type }) => type)))
      for (const { value, count } of values)
        expect(
          labelled.filter(({ object }) => object.metadata.labels?.[key] === value),
          key,
        ).to.have.length(count)
    }
    const keys = new Set(all.flatMap(({ object }) => Object.keys(object.metadata.labels ?? {})))
    expect(found.labels.map(({ key }) => key)).to.deep.equal([...keys].toSorted())
  })

  it('come with the objects that a selector selects', async () => {
    const all = await workloads()
    const [[key, value] = ['', '']] = Object.entries(all.at(-1)?.object.metadata.labels ?? {})
    const query = new URLSearchParams({ namespace: NAMESPACE, selector: `${key}=${value}` })
    const { found } = await get(`?${query}`)
    const selected = all.filter(({ object }) => object.metadata.labels?.[key] === value)
    expect(selected).to.not.be.empty
    expect(found.resources?.map(({ name }) => name)).to.deep.equal(
      selected.map(({ object }) => object.metadata.name),
    )
    expect(found).to.include({ truncated: false, totalResources: selected.length })
    expect(found.labels.find((one) => one.key === key)?.values).to.deep.equal([
      { value, count: selected.length },
    ])
  })

  it('responds 400 for a malformed selector', async () => {
    const { status, json } = await get('?selector=a%3D%3D%3Db')
    expect([status, json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
  })
})
