import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { serveWarm } from '../support/serve.ts'
import { talker } from '../support/talker.ts'
import { TlsStage } from '../support/tls-stage.ts'
import { until } from '../support/until.ts'

describe('callers that leave, and logs that a browser opens', () => {
  let demo: DemoCluster
  let service: RunningServer
  const base = () => `http://127.0.0.1:${service.port}`

  beforeEach(async () => {
    demo = await openDemoCluster({ seed: 'none', controllers: false })
    service = await serveWarm(demo.url, demo.token)
    demo.apply(talker)
  })

  it('one that leaves before its answer began ends the call to the cluster [H3]', async () => {
    let [asked, left] = [0, 0]
    demo.faults.inject({
      when: ({ url }) => url.startsWith('/api/v1/namespaces/default/pods'),
      action: (_request, response) => {
        asked++
        response.once('close', () => left++)
      },
    })
    const took: number[] = []
    for (let n = 1; n <= 5; n++) {
      const leave = new AbortController()
      const headers = { 'cache-control': 'no-cache' }
      const read = fetch(`${base()}/api/pods?namespace=default&n=${n}`, { headers, signal: leave.signal })
      await until('the cluster to be asked', () => (asked === n ? true : undefined))
      const at = performance.now()
      leave.abort()
      await read.catch(() => undefined)
      await until('the call to end', () => (left === n ? true : undefined))
      took.push(performance.now() - at)
    }
    expect(took.toSorted((a, b) => a - b)[2], 'the median').to.be.below(1000)
  })

  it('a log is text that no browser runs, whatever is in it [S6]', async () => {
    const text = '<!doctype html><script>alert(1)</script>\n'
    demo.faults.logSource({ when: ({ pod }) => pod === 'talker', bytes: () => [Buffer.from(text)] })
    for (const accept of ['*/*', 'text/html']) {
      const path = '/api/pods/talker/logs?namespace=default'
      const answer = await call(base(), 'GET', path, undefined, { accept })
      expect([answer.status, answer.text]).to.deep.equal([200, text])
      expect(Object.fromEntries(answer.headers)).to.include({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
  })
})

/** Sends a GET through an agent and reads the whole response. */
async function requestThrough(
  url: string,
  agent: Agent,
): Promise<{ response: IncomingMessage; body: string }> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  return { response, body: await text(response) }
}

describe('shutdown of the service [F23]', () => {
  let demo: DemoCluster
  const leaves = async () => {
    const settings = { shutdownDelay: '1s', shutdownGrace: '5s' }
    return serveWarm(demo.url, demo.token, { settings })
  }

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
  })

  it('ends each kept connection with its next answer, whoever makes it', async () => {
    const service = await leaves()
    const base = `http://127.0.0.1:${service.port}`
    const paths = [
      '/api/pods',
      '/api/nodes',
      '/api/pods/none?namespace=shop',
      '/nowhere',
      '/docs',
      '/openapi.json',
    ]
    const agents = new Map(paths.map((path) => [path, new Agent({ keepAlive: true, maxSockets: 1 })]))
    for (const [path, agent] of agents)
      for (let n = 0; n < 3; n++) {
        const { response } = await requestThrough(base + path, agent)
        expect(response.headers.connection, path).to.equal('keep-alive')
      }
    const stopped = service.stop()
    for (const [path, agent] of agents) {
      const [socket] = Object.values(agent.freeSockets).flat()
      const closed = socket && once(socket, 'close')
      const { response, body } = await requestThrough(base + path, agent)
      expect(response.headers.connection, path).to.equal('close')
      expect(body, path).to.not.equal('')
      if (path === '/api/pods') expect(response.headers['x-cache']).to.equal('hit')
      expect(response.socket, path).to.equal(socket)
      await closed
      agent.destroy()
    }
    await stopped
  })

  it('says so with an answer that was under way', async () => {
    const service = await leaves()
    const held = Promise.withResolvers<undefined>()
    const waiting = Promise.withResolvers<undefined>()
    demo.faults.inject({
      when: ({ url }) => url.startsWith('/api/v1/namespaces/shop/pods/'),
      action: (_request, _response, proceed) => {
        waiting.resolve(undefined)
        void held.promise.then(proceed)
      },
    })
    const agent = new Agent({ keepAlive: true })
    const answer = requestThrough(`http://127.0.0.1:${service.port}/api/pods/none?namespace=shop`, agent)
    await waiting.promise
    const stopped = service.stop()
    held.resolve(undefined)
    expect((await answer).response.headers.connection).to.equal('close')
    agent.destroy()
    await stopped
  })

  it('logs the requests that it cuts at the end of the grace period [A15]', async () => {
    const output = new PassThrough()
    const lines = text(output)
    const settings = { shutdownDelay: '0s', shutdownGrace: '1s', accessLog: true }
    const service = await serveWarm(demo.url, demo.token, { settings, output })
    const waiting = Promise.withResolvers<undefined>()
    demo.faults.inject({
      when: ({ url }) => url.startsWith('/api/v1/namespaces/shop/pods/'),
      action: () => waiting.resolve(undefined),
    })
    const agent = new Agent({ keepAlive: true })
    const cut = requestThrough(`http://127.0.0.1:${service.port}/api/pods/none?namespace=shop`, agent).catch(
      String,
    )
    await waiting.promise
    await service.stop()
    // The process ends now: nothing that is written later is kept.
    output.end()
    expect(await cut).to.be.a('string')
    expect(await lines).to.include('/api/pods/none')
    agent.destroy()
  })

  it('says so over TLS too', async () => {
    const stage = await TlsStage.open()
    await stage.start({ shutdownDelay: '1s' })
    const client = stage.client()
    for (let n = 0; n < 3; n++)
      expect((await client.get('/api/pods')).headers.connection).to.equal('keep-alive')
    const stopped = stage.service.stop()
    const last = await client.get('/api/pods')
    expect([last.status, last.headers.connection]).to.deep.equal([200, 'close'])
    await stopped
  })

  it('loses no request of those who keep connections and are led elsewhere with new ones', async () => {
    const [first, second] = [await leaves(), await leaves()]
    let to = first.port
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    agent.createConnection = () => connect(to, '127.0.0.1')
    const outcomes = new Map<string, number>()
    const over = new AbortController()
    const ask = async (path: string): Promise<void> => {
      while (!over.signal.aborted) {
        const outcome = await requestThrough(`http://localhost${path}`, agent).then(
          ({ response }) => String(response.statusCode),
          (error: unknown) => String(error),
        )
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    const paths = [
      '/api/pods',
      '/api/pods/none?namespace=shop',
      '/api/nodes',
      '/api/deployments?namespace=shop',
    ]
    const asking = [...paths, ...paths].map((path) => ask(path))
    try {
      await until('the callers to be under way', () => ((outcomes.get('200') ?? 0) > 200 ? true : undefined))
      const stopped = first.stop()
      to = second.port
      await stopped
      const before = outcomes.get('200') ?? 0
      await until('the other to answer', () => ((outcomes.get('200') ?? 0) > before + 200 ? true : undefined))
    } finally {
      over.abort()
      await Promise.all(asking)
      agent.destroy()
    }
    expect([...outcomes.keys()].toSorted()).to.deep.equal(['200', '404'])
  })
})
