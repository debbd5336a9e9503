import { expect } from 'chai'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { pod } from '../support/churn.ts'
import { CallersStage, READ } from '../support/callers.ts'
import { openEvents, eventsSent } from '../support/events.ts'
import { grantOn } from '../support/grants.ts'
import { until } from '../support/until.ts'

describe('shared caches with the rights of each caller [S2]', () => {
  let stage: CallersStage

  beforeEach(async () => {
    stage = await CallersStage.open()
  })

  it('a right that is taken from a caller shows within 10 s: on reads, streams and open logs; others go on', async () => {
    for (const user of ['ada', 'bea'])
      grantOn(stage.demo, user, { verbs: READ, resources: ['pods', 'pods/log', 'events'] }, 'shop')
    const time = new SkippingTime()
    await stage.serve({ time })
    const [ada, bea] = [stage.bearer('ada'), stage.bearer('bea')]
    const running = (await stage.podsOf('shop', ada)).find(({ status }) => status === 'Running')
    const path = `/api/pods/${running?.name}/logs?namespace=shop&follow=true&container=${running?.containers[0]?.name}`
    const followed = async (headers: Record<string, string>) => {
      const log = await fetch(stage.base + path, { headers })
      expect(log.status).to.equal(200)
      let end = ''
      log.text().then(
        () => (end = 'end'),
        () => (end = 'cut'),
      )
      return () => (end === '' ? undefined : end)
    }
    const streamed = async (headers: Record<string, string>) => {
      const reader = await openEvents(
        `${stage.base}/api/stream?kinds=pods,events&namespace=shop`,
        undefined,
        headers,
      )
      await reader.seen('synced', ({ event }) => event === 'synced')
      return reader
    }
    const [log, other] = [await followed(ada), await followed(bea)]
    const [reader, onlooker] = [await streamed(ada), await streamed(bea)]
    const taken = time.now()
    grantOn(
      stage.demo,
      'ada',
      { verbs: READ, resources: ['pods', 'pods/log', 'events'], names: ['none'] },
      'shop',
    )
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['events'] }, 'shop')
    await time.until('the read to be denied', async () =>
      (await stage.get('/api/pods?namespace=shop', ada)).status === 403 ? true : undefined,
    )
    const { data } = await time.until('the stream to say so', () =>
      reader.events.find(({ event }) => event === 'forbidden'),
    )
    // A stream needs the rights to list and to watch. Timing decides which of them is reviewed again first,
    // so the message names either.
    expect(data['error']).to.match(/User "ada" cannot (list|watch) resource "pods"/)
    expect(await time.until('the log to be cut', log)).to.equal('cut')
    // Half a second is skipped each time the event loop turns: the unit tests hold it to 10 s.
    expect((time.now() - taken) / 1000).to.be.below(40)
    stage.demo.apply(pod('unseen', 'Running', 'shop'))
    stage.demo.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'shop' },
      reason: 'StillTold',
      involvedObject: { kind: 'Pod', name: 'unseen' },
    })
    await until('the event', () =>
      eventsSent(reader.events).includes('ADDED event StillTold') ? true : undefined,
    )
    await until('the Pod', () =>
      eventsSent(onlooker.events).includes('ADDED pod unseen') ? true : undefined,
    )
    expect(JSON.stringify(reader.events.filter(({ event }) => event === 'pod'))).to.not.include('unseen')
    expect(other(), 'who keeps the right keeps the log').to.equal(undefined)
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['pods', 'pods/log', 'events'] }, 'shop')
    await time.until('the right to be back', async () =>
      (await stage.get('/api/pods?namespace=shop', ada)).status === 200 ? true : undefined,
    )
  })
})
