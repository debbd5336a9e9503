import { expect } from 'chai'
import { itemsOf, versionOf } from './expect.ts'
import type { KubeJson } from './kube.ts'
import { type Target, openTarget } from './target.ts'

describe('conformance: lists of a moment ago', () => {
  let target: Target
  let secrets: string

  before(async () => {
    target = await openTarget()
    secrets = `/api/v1/namespaces/${target.namespace}/secrets`
    for (let index = 0; index < 7; index += 1) {
      const labels = { even: String(index % 2 === 0) }
      await target.admin.create(secrets, { metadata: { name: `p${index}`, labels } })
    }
  })

  const names = (list: KubeJson): string =>
    itemsOf(list)
      .map(({ metadata }) => metadata?.name)
      .join(' ')
  const exactly = (version: string): string =>
    `resourceVersion=${version}&resourceVersionMatch=Exact&labelSelector=even%3Dtrue`

  it('come page by page, of a selection as it was', async () => {
    const version = versionOf(await target.admin.get(secrets))
    await target.admin.send('DELETE', `${secrets}/p4`)
    await target.admin.merge(`${secrets}/p2`, { metadata: { labels: { even: 'changed' } } })
    const first = await target.admin.get(`${secrets}?limit=2&${exactly(version)}`)
    expect([names(first), versionOf(first)]).to.deep.equal(['p0 p2', version])
    const next = `limit=2&labelSelector=even%3Dtrue&continue=${first.metadata?.continue}`
    const rest = await target.admin.get(`${secrets}?${next}`)
    expect([names(rest), versionOf(rest)]).to.deep.equal(['p4 p6', version])
    expect(rest.metadata).to.not.have.any.keys('continue')
  })

  it('rejects a version from the future (504) and malformed ones (400)', async () => {
    const { status, json } = await target.admin.send('GET', `${secrets}?${exactly('999999999')}`)
    expect(status).to.equal(504)
    expect(json.message).to.include('Too large resource version')
    const none = await target.admin.send('GET', `${secrets}?${exactly('99999999999999999999')}`)
    expect(none.status).to.equal(400)
  })
})
