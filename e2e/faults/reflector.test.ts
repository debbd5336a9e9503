import { expect } from 'chai'
import {
  asksForWatchList,
  cutAfter,
  gone,
  hang,
  hangAfterHeaders,
  internalError,
  notYetMatched,
  refuseWatchList,
  respond,
  stallAfter,
  tooManyRequests,
} from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { pods } from '../../server/kinds/pods/kind.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { pod } from '../support/churn.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { listsPods, reflect, type Reflection } from '../support/reflection.ts'
import { RewrittenCluster } from '../support/rewritten-cluster.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

const isWatch = ({ url }: ObservedRequest) => url.startsWith('/api/v1/pods?watch=')
const resumes = (seen: ObservedRequest) => isWatch(seen) && !asksForWatchList(seen)

describe('a reflector of a failing cluster', () => {
  let demo: DemoCluster
  let reflection: Reflection<Pod>
  let made = 0

  /** Changes the cluster: one Pod is created, one changed and one deleted. */
  function churn(): void {
    made++
    demo.apply(pod(`made-${made}`))
    demo.apply(pod(`made-${made - 1}`, 'Failed'))
    demo.remove(pod(`made-${made - 2}`))
  }
  const start = async () => {
    reflection = reflect(demo, pods)
    await reflection.caughtUp()
  }
  /** Cuts the watch, once there is one: the initial list completes before the watch starts. */
  const cutWatch = () =>
    until('a watch that can be cut', () => (demo.faults.cut(isWatch) > 0 ? true : undefined))
  const endsWith = (reason: string, times = 1) =>
    reflection.time.until(`${times} ends with ${reason}`, () =>
      reflection.ended.filter((one) => one === reason).length >= times ? true : undefined,
    )

  beforeEach(async () => {
    demo = await openDemoCluster({
      pace: 'fast',
      controllers: false,
      bulk: { pods: 1200, nodes: 3, namespaces: 4 },
    })
  })

  it('follows what happens, from one stream', async () => {
    await start()
    for (let n = 0; n < 20; n++) churn()
    await reflection.caughtUp()
    expect([reflection.synced, reflection.reflector.state]).to.deep.equal([['stream'], 'live'])
  })

  it('waits for an API server that lags behind, and moves nothing back [F2]', async () => {
    await start()
    demo.faults.inject({ when: resumes, action: notYetMatched('9999', 1000), times: 3 })
    await cutWatch()
    const old = JSON.stringify({
      type: 'MODIFIED',
      object: { kind: 'Pod', metadata: { name: 'made-1', namespace: 'default', resourceVersion: '1' } },
    })
    churn()
    await reflection.caughtUp()
    demo.faults.write(isWatch, `${old}\n`)
    churn()
    await reflection.caughtUp()
    expect(reflection.ended).to.include('refused_504')
    expect(reflection.synced).to.deep.equal(['stream'])
  })

  it('410 as an ERROR event: a new list, in one go, and deletions are seen [F3]', async () => {
    await start()
    const sizes = new Set<number>()
    const watched = setInterval(() => sizes.add(reflection.reflector.store.size), 0)
    const paused = demo.faults.inject({ when: isWatch, action: hang(), times: 1 })
    await cutWatch()
    await until('the watch to be gone', () => (paused.met === 1 ? true : undefined))
    for (let n = 0; n < 5; n++) churn()
    demo.faults.expireWatches()
    await reflection.caughtUp()
    clearInterval(watched)
    expect(Math.min(...sizes), 'never half a list').to.be.at.least(1200)
    expect(reflection.ended).to.include('expired')
    expect(reflection.synced).to.deep.equal(['stream', 'stream'])
  })

  it('lists again after 410 as a status, and after a compaction while it was away [F3, F5]', async () => {
    await start()
    demo.faults.inject({ when: resumes, action: gone(), times: 1 })
    await cutWatch()
    churn()
    demo.faults.compact()
    await endsWith('expired')
    await reflection.caughtUp()
    expect(reflection.synced).to.deep.equal(['stream', 'stream'])
  })

  it('410 on a continue page: the list starts again and is whole [F3]', async () => {
    demo.faults.inject({ when: asksForWatchList, action: refuseWatchList() })
    demo.faults.inject({
      when: (seen) => listsPods(seen) && seen.url.includes('continue='),
      action: gone(),
      times: 2,
    })
    await start()
    expect(reflection.synced).to.deep.equal(['pages'])
    expect(reflection.ended.filter((reason) => reason === 'expired')).to.have.length(2)
  })

  for (const [what, action] of [
    ['that never answers', hang()],
    ['that stops after its header', hangAfterHeaders()],
  ] as const)
    it(`a watch ${what} is given up, and goes on [F6]`, async () => {
      await start()
      const fault = demo.faults.inject({ when: resumes, action, times: 1 })
      await cutWatch()
      churn()
      await endsWith('silent')
      expect(fault.met).to.equal(1)
      await reflection.caughtUp()
      expect(reflection.synced).to.deep.equal(['stream'])
    })

  it('a watch that falls silent in the middle of a line goes on from the last whole event [F6]', async () => {
    await start()
    demo.faults.inject({ when: resumes, action: stallAfter(700), times: 1 })
    await cutWatch()
    for (let n = 0; n < 5; n++) churn()
    await endsWith('silent')
    await reflection.caughtUp()
  })

  it('honours Retry-After of a 429 [F7]', async () => {
    await start()
    const fault = demo.faults.inject({ when: isWatch, action: tooManyRequests(30) })
    await cutWatch()
    churn()
    await until('it to be refused', () => (reflection.ended.includes('refused_429') ? true : undefined))
    const refusedAt = reflection.time.now()
    await endsWith('refused_429', 2)
    expect(reflection.time.now() - refusedAt).to.be.at.least(29_000)
    expect(fault.met).to.equal(2)
    fault.lift()
    await reflection.caughtUp()
  })

  const bad: [what: string, bytes: string][] = [
    ['a line that is no JSON', '{"type":"ADD\n'],
    [
      'an object of another kind',
      '{"type":"ADDED","object":{"kind":"Secret","metadata":{"name":"a","resourceVersion":"1"}}}\n',
    ],
    [
      'an unknown type of event',
      '{"type":"RENAMED","object":{"kind":"Pod","metadata":{"name":"a","resourceVersion":"1"}}}\n',
    ],
    ['a line without an end', 'x'.repeat(17 * 1024 * 1024)],
  ]
  for (const [what, bytes] of bad)
    it(`ends the watch after ${what}, and loses nothing [F20]`, async () => {
      await start()
      churn()
      demo.faults.write(isWatch, bytes)
      churn()
      await endsWith('malformed')
      await reflection.caughtUp()
      expect(reflection.synced).to.deep.equal(['stream'])
    })

  it('lists again after a third malformed line at the same version [F20]', async () => {
    await start()
    const nonsense = respond({ code: 200, body: '{"nonsense":true}\n' })
    demo.faults.inject({ when: resumes, action: nonsense, times: 3 })
    await cutWatch()
    await endsWith('malformed', 3)
    await reflection.time.until('a second list', () => (reflection.synced.length === 2 ? true : undefined))
    await reflection.caughtUp()
  })

  it('skips an object without a name [F20]', async () => {
    await start()
    demo.faults.write(
      isWatch,
      '{"type":"ADDED","object":{"kind":"Pod","metadata":{"resourceVersion":"99999999"}}}\n',
    )
    churn()
    await reflection.caughtUp()
    expect([reflection.quarantined(), reflection.ended]).to.deep.equal([1, []])
  })

  it('falls back to paginated lists if streamed lists are rejected, and remembers that [F25]', async () => {
    const refusal = demo.faults.inject({ when: asksForWatchList, action: refuseWatchList() })
    await start()
    demo.faults.inject({ when: resumes, action: gone(), times: 1 })
    await cutWatch()
    churn()
    await endsWith('expired')
    await reflection.caughtUp()
    expect([reflection.synced, refusal.met]).to.deep.equal([['pages', 'pages'], 1])
  })

  it('falls back to a paginated list after two interrupted streamed lists [F25]', async () => {
    const cut = demo.faults.inject({ when: asksForWatchList, action: cutAfter(100_000) })
    await start()
    expect([reflection.synced, cut.met]).to.deep.equal([['pages'], 2])
  })

  it('falls back to a paginated list if a streamed list never completes [F25]', async () => {
    const bookmark = 'initial-events-end'
    const cluster = await RewrittenCluster.open(demo.url, {
      event: (_, { annotations = {} }) =>
        Object.keys(annotations).some((name) => name.endsWith(bookmark)) ? 'left out' : undefined,
    })
    reflection = reflect(demo, pods, { url: cluster.url })
    await reflection.caughtUp()
    churn()
    await reflection.caughtUp()
    expect([reflection.synced, reflection.ended]).to.deep.equal([['pages'], ['stalled']])
    await cluster.close()
  })

  it('repeats a list that fails until it succeeds [F4]', async () => {
    demo.faults.inject({ when: asksForWatchList, action: refuseWatchList() })
    const failing = demo.faults.inject({ when: listsPods, action: internalError(), times: 6 })
    await start()
    expect([failing.met, reflection.synced]).to.deep.equal([6, ['pages']])
  })

  it('resumes the watch of a cluster that returns [F1]', async () => {
    await start()
    const away = demo.faults.inject({
      when: ({ headers }) => headers['user-agent'] === 'reflector-test',
      action: (_request, response) => response.socket?.resetAndDestroy(),
    })
    await cutWatch()
    churn()
    await endsWith('unreachable', 3)
    expect(reflection.reflector.state).to.equal('degraded')
    away.lift()
    await reflection.caughtUp()
    expect(reflection.synced).to.deep.equal(['stream'])
    // The state becomes live once the missed changes have arrived and then nothing else for a moment.
    await until('it to be live', async () => (reflection.reflector.state === 'live' ? true : undefined))
  })
})
