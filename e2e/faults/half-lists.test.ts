import { expect } from 'chai'
import { asksForWatchList, refuseWatchList, respond } from '../support/demo/fault-actions.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { listsPods, reflect } from '../support/reflection.ts'

const HEAD = '{"kind":"PodList","metadata":{"resourceVersion":"1"}'
const POD = '{"metadata":{"name":"nobody","resourceVersion":"1"}}'
/** Ends of list responses that are truncated or malformed. */
const HALVES = [
  '',
  '}',
  ',"items":[',
  `,"items":[${POD}`,
  `,"items":[${POD}]`,
  `,"items":[${POD} ${POD}]}`,
  `,"items":[${POD},1]}`,
  `,"items":[${POD}]}}`,
  ',"items":{}}',
  ',"items":""}',
]

describe('an incomplete list [F4]', () => {
  it('ignores half a list, and asks until it is complete', async () => {
    const demo = await openDemoCluster({ pace: 'fast', controllers: false })
    demo.faults.inject({ when: asksForWatchList, action: refuseWatchList() })
    const halves = HALVES.map((half) =>
      demo.faults.inject({ when: listsPods, action: respond({ code: 200, body: HEAD + half }), times: 1 }),
    )
    const reflection = reflect(demo, pods)
    await reflection.caughtUp()
    expect(halves.map(({ met }) => met)).to.deep.equal(HALVES.map(() => 1))
    expect(reflection.synced).to.deep.equal(['pages'])
    expect(reflection.reflector.store.get('', 'nobody')).to.equal(undefined)
  })
})
