import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import type { RunningServer } from '../../server/app/server.ts'
import { openServer } from '../../server/testing/open-server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { AUDIENCE } from '../support/callers.ts'
import { Authority } from '../support/certificates.ts'
import { openDemoCluster, type DemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { serveCluster } from '../support/serve.ts'
import { until } from '../support/until.ts'

const PATH = '/api/notifications'
const SECRET = `whsec_${Buffer.from('canary-secret-of-this-test').toString('base64')}`
const CANARY = 'canary-url-of-this-test'

/** A Pod that the scheduler has found no node for. */
const tooLarge = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'too-large', namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'web:1', resources: { requests: { cpu: '64' } } }] },
  status: {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/3 nodes are available: 3 Insufficient cpu.',
        lastTransitionTime: '2026-11-27T11:00:00Z',
      },
    ],
  },
}

interface CloudEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly items: readonly { readonly name?: string; readonly affected?: number }[] }
}

describe('POST /api/notifications', () => {
  let demo: DemoCluster
  let time: SkippingTime
  let service: RunningServer
  let port: number
  let output: string
  /** Events whose signature the library of Standard Webhooks has accepted. */
  let events: CloudEvent[]
  let respond: () => number
  let settings: Readonly<Record<string, unknown>>
  let folder: string

  beforeEach(async () => {
    folder = openFolder('notifications')
    const authority = await Authority.create(folder, 'ca')
    const pair = await authority.issue('127.0.0.1', 'subjectAltName=IP:127.0.0.1')
    const caFile = join(folder, 'receivers.crt')
    writeFileSync(caFile, authority.pem)
    events = []
    respond = () => 204
    port = await openServer(
      createServer(pair, (request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          const headers = request.headers as Record<string, string>
          // The library rejects times that are far from those of the machine.
          const isVerified = time.now() - performance.now() < 240_000
          const event: unknown = isVerified ? new Webhook(SECRET).verify(body, headers) : JSON.parse(body)
          events.push(event as CloudEvent)
          response.writeHead(respond(), { 'retry-after': '3' }).end()
        })
      }),
    )
    time = new SkippingTime()
    demo = await openDemoCluster({ controllers: false })
    output = ''
    settings = {
      tokenAudiences: [AUDIENCE],
      auditGroups: ['ops'],
      accessLog: true,
      notifications: true,
      notificationsCaFile: caFile,
      notificationsFor: '2s',
      notificationsGroupWait: '2s',
      notificationsResolveAfter: '2s',
    }
    service = await serve(receivers())
  })

  /** Settings that let the group of operators notify the receiver of this test. */
  const receivers = () => ({
    writeGroups: ['ops'],
    notificationsAllowedHosts: [`127.0.0.1:${port}`],
    notificationsAllowedAddresses: ['127.0.0.1/32'],
  })

  async function serve(added: Readonly<Record<string, unknown>>): Promise<RunningServer> {
    const sink = new PassThrough().on('data', (chunk: Buffer) => (output += chunk.toString()))
    const startedAt = Date.now() - time.now()
    const clock = () => startedAt + time.now()
    const options = { time, clock, output: sink, settings: { ...settings, ...added } }
    return serveCluster(demo.url, demo.token, options)
  }

  const caller = (...groups: readonly string[]) => ({
    authorization: `Bearer ${demo.addToken({ username: 'ada', groups: [...groups] }, [AUDIENCE])}`,
  })
  const post = async (body: object, headers = caller('ops')) =>
    call(`http://127.0.0.1:${service.port}`, 'POST', PATH, body, headers)
  const get = async () => call(`http://127.0.0.1:${service.port}`, 'GET', PATH, undefined, caller())
  const channelTo = (at: number) => ({
    type: 'webhook',
    url: `https://127.0.0.1:${at}/${CANARY}`,
    secret: SECRET,
  })
  const pass = async (milliseconds: number) => {
    const end = time.now() + milliseconds
    await time.until('some time', () => time.now() >= end || undefined)
  }
  const typesOf = (name: string) =>
    events.filter(({ data }) => data.items.some((item) => item.name === name)).map(({ type }) => type)

  it('sets the switch of people who have not used it', async () => {
    const switchOf = async (method: 'GET' | 'POST', body?: object) =>
      (await call(`http://127.0.0.1:${service.port}`, method, '/api/settings', body, caller('ops'))).json[
        'notificationsEnabled'
      ]
    expect(await switchOf('GET')).to.equal(true)
    expect(await switchOf('POST', { notificationsEnabled: false })).to.equal(false)
    expect(await switchOf('GET')).to.equal(false)
  })

  it('notifies a signed webhook of a problem and its end, once each', async () => {
    const set = await post({ channels: [channelTo(port)], test: true })
    expect([set.status, set.json['tests']]).to.deep.include(200)
    expect(events.map(({ type }) => type)).to.deep.equal(['dev.clusterinspector.test.v1'])
    // The state of the context is known, so that the age of the next problem does not matter.
    await time.until(
      'the problems of the demo',
      async () => ((await get()).json['firing'] as []).length > 0 || undefined,
    )
    demo.apply(tooLarge)
    const firing = 'dev.clusterinspector.issue.firing.v1'
    const resolved = 'dev.clusterinspector.issue.resolved.v1'
    await time.until('a message', () => typesOf('too-large').length > 0 || undefined)
    expect(JSON.stringify((await get()).json['firing'])).to.include('too-large')
    demo.remove(tooLarge)
    await time.until('a message about the end', () => typesOf('too-large').includes(resolved) || undefined)
    expect(typesOf('too-large')).to.deep.equal([firing, resolved])
  })

  it('says once that a problem flaps, and is silent then', async () => {
    await post({ channels: [channelTo(port)] })
    const present = async () => JSON.stringify((await get()).json['firing']).includes('"too-large"')
    await time.until('the problems of the demo', async () =>
      ((await get()).json['firing'] as []).length > 0 ? true : undefined,
    )
    demo.apply(tooLarge)
    await time.until('a message', () => typesOf('too-large').length > 0 || undefined)
    for (let round = 0; round < 4; round++) {
      demo.remove(tooLarge)
      const last = typesOf('too-large').at(-1)
      if (last?.includes('flapping') !== true)
        await time.until(
          'the end',
          async () => !(await present()) || typesOf('too-large').at(-1)?.includes('flapping') || undefined,
        )
      demo.apply(tooLarge)
      await pass(6000)
    }
    const types = typesOf('too-large').map((type) => type.split('.').at(-2))
    expect(types.filter((type) => type === 'flapping')).to.have.length(1)
    expect(types.at(-1)).to.equal('flapping')
  })

  it('sums up a storm in one digest, and repeats what lasts', async () => {
    // Longer than a busy machine takes for all Pods.
    await service.stop()
    service = await serve({
      ...receivers(),
      notificationsFor: '30s',
      notificationsGroupWait: '30s',
    })
    await post({ channels: [channelTo(port)], repeatHours: 1 })
    await time.until('the problems of the demo', async () =>
      ((await get()).json['firing'] as []).length > 0 ? true : undefined,
    )
    for (let n = 0; n < 40; n++)
      demo.apply({ ...tooLarge, metadata: { name: `pod-${n}`, namespace: `team-${n % 8}` } })
    await until('all Pods', async () => {
      const { json } = await call(`http://127.0.0.1:${service.port}`, 'GET', '/api/pods', undefined, caller())
      const pods = json['pods'] as readonly { readonly namespace: string }[]
      return pods.filter(({ namespace }) => namespace.startsWith('team-')).length === 40 || undefined
    })
    const digests = () => events.filter(({ type }) => type === 'dev.clusterinspector.issue.storm.v1')
    await time.until('a digest', () => digests().length > 0 || undefined)
    expect(digests()[0]?.data.items.map(({ affected }) => affected)).to.include(40)
    await pass(20_000)
    expect(digests()).to.have.length(1)
    expect(typesOf('pod-1')).to.deep.equal([])
    time.skip(3_600_000)
    await time.until('a repeated digest', () => digests().length > 1 || undefined)
  })

  it('tries again as Retry-After says, with the same id, and shows each attempt', async () => {
    await post({ channels: [channelTo(port)] })
    respond = () => (events.length < 3 ? 429 : 200)
    const { status, json } = await post({ message: 'deployed', title: 'Release 7' })
    expect([status, json['queued']]).to.deep.equal([202, 1])
    const own = () => events.filter(({ id }) => id === json['id'])
    await time.until('three attempts', () => own().length === 3 || undefined)
    const deliveries = async () =>
      ((await get()).json['deliveries'] as { id: string; outcome: string; status: number }[])
        .filter(({ id }) => id === json['id'])
        .map((delivery) => `${delivery.outcome} ${delivery.status}`)
    await time.until('the delivery to be stored', async () => (await deliveries()).length === 3 || undefined)
    expect(await deliveries()).to.deep.equal(['delivered 200', 'retry 429', 'retry 429'])
  })

  it('uses channels of the operator without write groups and allowed hosts', async () => {
    await service.stop()
    const file = join(folder, 'url')
    const secret = join(folder, 'secret')
    writeFileSync(file, `https://127.0.0.1:${port}/${CANARY}\n`)
    writeFileSync(secret, `${SECRET}\n`)
    const ops = { type: 'webhook', urlFrom: { file }, secretFrom: { file: secret } }
    service = await serve({ notificationsChannels: { ops } })
    const { status, text } = await post({ channels: [channelTo(port)] })
    expect([status, text]).to.deep.include(403)
    expect(text).to.include('auth.writes')
    expect((await post({ message: 'hello' })).status).to.equal(202)
    await time.until('the message', () => events.length > 0 || undefined)
    const { channels } = (await get()).json as { channels: readonly { url: string; managed: boolean }[] }
    expect(channels.map(({ url, managed }) => [url, managed])).to.deep.equal([
      [`https://127.0.0.1:${port}/…/****`, true],
    ])
  })

  it('accepts changes of members of the write groups only, and hosts that the operator allows only', async () => {
    expect((await post({ enabled: false }, caller())).status).to.equal(403)
    for (const url of [
      `https://127.0.0.1:${port + 1}/`,
      'https://169.254.169.254/',
      `http://127.0.0.1:${port}/`,
      `https://2130706433:${port + 1}/`,
    ])
      expect((await post({ channels: [{ type: 'webhook', url }] })).status, url).to.equal(400)
    expect((await post({ channel: 'ops' })).status).to.equal(400)
    expect((await post({ unknown: 1 })).status).to.equal(400)
    expect((await post({ message: 'x' })).status).to.equal(409)
    expect((await get()).json['channels']).to.deep.equal([])
    expect(events).to.deep.equal([])
  })

  it('shows neither URL nor secret in responses, logs, audit log and metrics', async () => {
    await post({ channels: [{ ...channelTo(port), name: 'ops' }] })
    respond = () => 410
    await post({ test: true })
    await post({ message: 'x' })
    await time.until('the channel to be broken', async () =>
      ((await get()).json['channels'] as { broken: boolean }[])[0]?.broken === true ? true : undefined,
    )
    const audit = await call(
      `http://127.0.0.1:${service.port}`,
      'GET',
      '/api/audit',
      undefined,
      caller('ops'),
    )
    expect(audit.text).to.include('"give-up"').and.include('"notifications"')
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    expect(metrics).to.include('cluster_inspector_notifications_total{channel="ops",outcome="failed"}')
    expect(metrics).to.include('cluster_inspector_notifications_broken{channel="ops"} 1')
    await service.stop()
    const everything = [audit.text, metrics, output].join('\n')
    expect(everything).to.not.include(CANARY).and.not.include(SECRET.slice(6))
  })
})
