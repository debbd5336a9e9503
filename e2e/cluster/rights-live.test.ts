import { expect } from 'chai'
import type { Right } from '../../server/kinds/rbac-table.ts'
import { openEvents, type Reader } from '../support/events.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { world } from './environment/world.ts'
import { rightsAre } from './rights/review.ts'

/** The longest times from the API server's own denial, and from its own grant, to the service's. */
const LOST_WITHIN_MS = 10_000
const BACK_WITHIN_MS = 30_000

describe('A right that is taken away and given back, while it is used', () => {
  const { release, forward } = world()
  let reader: Reader
  let uid: string | undefined
  const ofNodes = (right: Right) => right.endsWith(' nodes')
  const nodes = () => call(forward.api, 'GET', '/api/nodes')

  before(async function () {
    this.timeout(240_000)
    await release.reset()
    await forward.renew()
    await rightsAre(() => true)
    uid = (await release.pod()).metadata.uid
    await until('nodes to be watched', async () =>
      (await nodes()).headers.get('x-cache') === 'hit' ? true : undefined,
    )
    reader = await openEvents(`${forward.api}/api/stream?kinds=pods,nodes`)
    await reader.seen('synced', ({ event }) => event === 'synced')
  })
  after(() => reader.close())

  it('shows on reads and on the stream within 10 s, in the words of the cluster [F10]', async function () {
    this.timeout(240_000)
    await release.set('rbac.groups.nodes=false')
    await rightsAre((right) => !ofNodes(right))
    const since = performance.now()
    const denied = await until(
      'reads to be denied',
      async () => {
        const answer = await nodes()
        return answer.status === 403 ? answer : undefined
      },
      LOST_WITHIN_MS,
    )
    const { data } = await until(
      'the stream to say so',
      async () => reader.events.find(({ event }) => event === 'forbidden'),
      LOST_WITHIN_MS,
    )
    expect(performance.now() - since).to.be.below(LOST_WITHIN_MS)
    expect(data).to.deep.include({ kind: 'nodes', code: 'FORBIDDEN', statusCode: 403 })
    expect(data['error']).to.equal(denied.json['error'])
    expect(data['error']).to.match(/^nodes is forbidden: User ".*" cannot list resource "nodes"/)
    expect(reader.events.filter(({ event }) => event === 'forbidden')).to.have.length(1)
    expect(reader.ended, 'Pods go on').to.equal(undefined)
    expect((await call(forward.api, 'GET', '/api/pods')).headers.get('x-cache')).to.equal('hit')
  })

  it('serves again within 30 s after the right is granted again, in the same Pod [F11]', async function () {
    this.timeout(240_000)
    await release.set('rbac.groups.nodes=true')
    await rightsAre(() => true)
    await until(
      'nodes to be read, and watched, again',
      async () => ((await nodes()).headers.get('x-cache') === 'hit' ? true : undefined),
      BACK_WITHIN_MS,
    )
    const again = await openEvents(`${forward.api}/api/stream?kinds=nodes`)
    await again.seen('the nodes', ({ event }) => event === 'node')
    again.close()
    expect((await release.pod()).metadata.uid).to.equal(uid)
    expect(reader.ended, 'the stream of before is still the same').to.equal(undefined)
  })
})
