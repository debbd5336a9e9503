import { expect } from 'chai'
import {
  asksForWatchList,
  cutAfter,
  delay,
  gone,
  hang,
  hangAfterHeaders,
  internalError,
  notYetMatched,
  refuseWatchList,
  reset,
  respond,
  stallAfter,
  tooManyRequests,
} from './fault-actions.ts'
import { type DemoCluster, startDemoCluster } from '../demo-cluster.ts'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import type { ObservedRequest } from '../../../server/demo/cluster.ts'

const pods = '/api/v1/namespaces/shop/pods'
const forPods = ({ url }: ObservedRequest): boolean => url.startsWith(pods)

describe('demo faults', () => {
  let cluster: DemoCluster

  before(async () => {
    cluster = await startDemoCluster({ pace: 'fast' })
    closeAfterwards('a demo cluster', () => cluster.close())
  })
  afterEach(() => cluster.faults.clear())

  function get(path: string, signal?: AbortSignal): Promise<Response> {
    const headers = { authorization: `Bearer ${cluster.token}` }
    return fetch(cluster.url + path, { headers, ...(signal === undefined ? {} : { signal }) })
  }

  async function failsWith(promise: Promise<unknown>): Promise<string> {
    try {
      await promise
      return 'nothing'
    } catch (error) {
      return error instanceof Error ? `${error.name} ${error.message} ${String(error.cause)}` : String(error)
    }
  }

  it('meet what they are meant for, so many times, and count', async () => {
    const fault = cluster.faults.inject({ when: forPods, action: tooManyRequests(2), times: 2 })
    for (const expected of [429, 429, 200]) expect((await get(pods)).status).to.equal(expected)
    expect((await get('/api/v1/nodes')).status).to.equal(200)
    expect(fault.met).to.equal(2)
  })

  it('stops injecting faults', async () => {
    const fault = cluster.faults.inject({ when: forPods, action: internalError() })
    expect((await get(pods)).status).to.equal(500)
    fault.lift()
    expect((await get(pods)).status).to.equal(200)
  })

  it('429 says when to come back', async () => {
    cluster.faults.inject({ when: forPods, action: tooManyRequests(7) })
    const response = await get(pods)
    expect(response.headers.get('retry-after')).to.equal('7')
    expect(await response.json()).to.deep.include({ kind: 'Status', reason: 'TooManyRequests', code: 429 })
  })

  for (const [title, action, code, reason] of [
    ['410 as an answer', gone(), 410, 'Expired'],
    ['504 of a server that lags behind', notYetMatched('9', 5), 504, 'Timeout'],
  ] as const) {
    it(title, async () => {
      cluster.faults.inject({ when: forPods, action })
      expect(await (await get(pods)).json()).to.include({ kind: 'Status', code, reason })
    })
  }

  it('sends any response: malformed JSON, huge bodies, other headers', async () => {
    cluster.faults.inject({ when: forPods, action: respond({ code: 200, body: '{"items":[' }), times: 1 })
    expect(await (await get(pods)).text()).to.equal('{"items":[')
    cluster.faults.inject({
      when: forPods,
      action: respond({ code: 502, body: Buffer.alloc(1_000_000, 'x') }),
      times: 1,
    })
    const response = await get(pods)
    expect([response.status, (await response.text()).length]).to.deep.equal([502, 1_000_000])
  })

  it('a server without WatchList refuses it and nothing else', async () => {
    cluster.faults.inject({ when: asksForWatchList, action: refuseWatchList() })
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
    const refused = await get(`${pods}?${query}`)
    expect(refused.status).to.equal(422)
    expect(await refused.json()).to.have.nested.property('details.causes[0].field', 'sendInitialEvents')
    expect((await get(`${pods}?watch=1&timeoutSeconds=0`)).status).to.equal(200)
  })

  it('a connection that is reset', async () => {
    cluster.faults.inject({ when: forPods, action: reset() })
    expect(await failsWith(get(pods))).to.match(/ECONNRESET|other side closed/)
  })

  it('a request that is never answered', async () => {
    cluster.faults.inject({ when: forPods, action: hang() })
    expect(await failsWith(get(pods, AbortSignal.timeout(50)))).to.match(/TimeoutError/)
  })

  it('headers and then nothing', async () => {
    cluster.faults.inject({ when: forPods, action: hangAfterHeaders() })
    const response = await get(pods, AbortSignal.timeout(100))
    expect(response.status).to.equal(200)
    expect(await failsWith(response.text())).to.match(/TimeoutError/)
  })

  it('an answer that comes late', async () => {
    cluster.faults.inject({ when: forPods, action: delay(60) })
    const started = performance.now()
    expect((await get(pods)).status).to.equal(200)
    expect(performance.now() - started).to.be.above(50)
  })

  it('a body that is cut', async () => {
    cluster.faults.inject({ when: forPods, action: cutAfter(100) })
    const response = await get(pods)
    expect(response.status).to.equal(200)
    expect(await failsWith(response.text())).to.match(/terminated|other side closed/)
  })

  it('a body that stops', async () => {
    cluster.faults.inject({ when: forPods, action: stallAfter(20) })
    const response = await get(pods, AbortSignal.timeout(100))
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(first?.value).to.have.length(20)
    expect(await failsWith(reader?.read() ?? Promise.resolve())).to.match(/TimeoutError/)
  })
})

describe('demo faults of what runs', () => {
  let cluster: DemoCluster

  before(async () => {
    cluster = await startDemoCluster({ pace: 'fast' })
    closeAfterwards('a demo cluster', () => cluster.close())
  })

  async function open(path: string): Promise<ReadableStreamDefaultReader<string>> {
    const headers = { authorization: `Bearer ${cluster.token}` }
    const { body } = await fetch(cluster.url + path, { headers })
    if (body === null) throw new Error('no body')
    return body.pipeThrough(new TextDecoderStream()).getReader()
  }

  it('a watch that is cut ends with an error', async () => {
    const reader = await open('/api/v1/namespaces?watch=1')
    await reader.read()
    expect(cluster.faults.cut(({ url }) => url.includes('namespaces?watch'))).to.equal(1)
    let failed = false
    while (!failed) {
      failed = await reader.read().then(
        ({ done }) => {
          if (done) throw new Error('ended in order')
          return false
        },
        () => true,
      )
    }
  })

  it('a line that no watch would write', async () => {
    const reader = await open('/api/v1/nodes?watch=1&resourceVersion=999999')
    cluster.faults.write(({ url }) => url.includes('nodes?watch'), '{"type":"ADD')
    expect((await reader.read()).value).to.equal('{"type":"ADD')
    await reader.cancel()
  })

  it('watches expire: an ERROR event, then the end, and old versions are gone', async () => {
    const { metadata } = cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'late' } })
    const reader = await open(`/api/v1/namespaces?watch=1&resourceVersion=${metadata.resourceVersion}`)
    cluster.faults.expireWatches()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).to.deep.include({ type: 'ERROR' })
    expect(text).to.contain('"code":410')
  })

  it('a log of any bytes', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x80])
    const lifted = cluster.faults.logSource({
      when: ({ pod }) => pod === 'debug-shell',
      bytes: () => [bytes, bytes],
    })
    const headers = { authorization: `Bearer ${cluster.token}` }
    const path = '/api/v1/namespaces/shop/pods/debug-shell/log?follow=true'
    const body = await (await fetch(cluster.url + path, { headers })).arrayBuffer()
    expect(Buffer.from(body)).to.deep.equal(Buffer.concat([bytes, bytes]))
    lifted.lift()
    expect((await fetch(`${cluster.url}${path.replace('?follow=true', '')}`, { headers })).status).to.equal(
      200,
    )
  })
})
