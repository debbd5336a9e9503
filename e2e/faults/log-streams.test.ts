import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { delay, hang } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { ending, firstByte, openFollow } from '../support/follow.ts'
import { call } from '../support/http.ts'
import { serveCluster, serveWarm } from '../support/serve.ts'
import { talker } from '../support/talker.ts'
import { until } from '../support/until.ts'

const LINE = Buffer.from('a line of a log that goes on and on\n')
const REPETITIONS = 200

const open = (base: string) => openFollow(`${base}/api/pods/talker/logs?namespace=default&follow=true`)
const descriptors = async () => (await readdir('/proc/self/fd')).length
const isLog = ({ url }: { url: string }) => url.includes('/log?')

describe('interrupted log streams', () => {
  let demo: DemoCluster
  let service: RunningServer
  let base: string
  let openLogs: number
  let opened: number

  /** A container log without end: one line, then silence until the reader disconnects. */
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield LINE
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
  }

  const warnings: string[] = []
  const warned = ({ name }: Error) => warnings.push(name)
  before(() => process.on('warning', warned))
  after(() => {
    process.off('warning', warned)
    expect(warnings, 'what Node has to say of this process').to.deep.equal([])
  })

  beforeEach(async () => {
    demo = await openDemoCluster({ seed: 'none', pace: 'fast' })
    service = await serveWarm(demo.url, demo.token, { settings: { shutdownGrace: '5s', accessLog: true } })
    base = `http://127.0.0.1:${service.port}`
    demo.apply(talker)
    demo.faults.logSource({ when: ({ pod }) => pod === 'talker', bytes: endless })
    openLogs = 0
    opened = 0
    demo.faults.inject({
      when: isLog,
      action: (_request, response, proceed) => {
        openLogs++
        opened++
        response.once('close', () => openLogs--)
        proceed()
      },
    })
  })

  const followsUpstream = () => openLogs

  async function settled(baseline: number): Promise<void> {
    await until('every upstream log to be closed', () => (followsUpstream() === 0 ? true : undefined))
    await until('the descriptors to be back', async () =>
      (await descriptors()) <= baseline + 3 ? true : undefined,
    )
    expect((await fetch(`${base}/api/pods?namespace=default`)).status).to.equal(200)
  }

  it('an upstream reset cuts the caller, never ends it cleanly; the process lives, nothing leaks [F17]', async function () {
    this.timeout(120_000)
    const baseline = await descriptors()
    for (let n = 0; n < REPETITIONS; n++) {
      const response = await open(base)
      await firstByte(response)
      demo.faults.cut(isLog)
      expect(await ending(response)).to.equal('cut')
    }
    await settled(baseline)
  })

  it('a caller that leaves ends the upstream log soon; nothing leaks [H3]', async function () {
    this.timeout(120_000)
    const baseline = await descriptors()
    const took: number[] = []
    for (let n = 0; n < REPETITIONS; n++) {
      const response = await open(base)
      await firstByte(response)
      const left = performance.now()
      response.destroy()
      await until('the upstream log to close', () => (followsUpstream() === 0 ? true : undefined))
      took.push(performance.now() - left)
    }
    // The median, since a busy machine pauses now and then.
    expect(took.toSorted((a, b) => a - b)[REPETITIONS * 0.5]).to.be.below(250)
    await settled(baseline)
  })

  it('closes the upstream log of a HEAD at once, while its caller keeps the connection [A15]', async () => {
    const caller = new Agent({ keepAlive: true })
    closeAfterwards('the connection of a caller', () => caller.destroy())
    const url = `${base}/api/pods/talker/logs?namespace=default&follow=true`
    const [response] = (await once(request(url, { method: 'HEAD', agent: caller }).end(), 'response')) as [
      IncomingMessage,
    ]
    expect(response.statusCode).to.equal(200)
    expect(opened, 'logs that the service opened').to.equal(1)
    await until('the upstream log to close', () => (followsUpstream() === 0 ? true : undefined))
    expect(response.socket.destroyed).to.equal(false)
  })

  it('a drain cuts follows visibly, lets requests under way finish, refuses new ones and ends [F23]', async () => {
    const response = await open(base)
    await firstByte(response)
    const end = ending(response)
    const stopped = service.stop()
    expect(await end).to.equal('cut')
    await stopped
    await until('the port to be closed', async () =>
      (await fetch(base).then(
        () => false,
        () => true,
      ))
        ? true
        : undefined,
    )
    service = await serveCluster(demo.url, demo.token)
  })

  it('a silent log stays open and goes on when it speaks [F16]', async () => {
    const speak = Promise.withResolvers<undefined>()
    demo.faults.clear()
    demo.faults.logSource({
      when: ({ pod }) => pod === 'talker',
      bytes: async function* () {
        yield LINE
        await speak.promise
        yield LINE
      },
    })
    const response = await open(base)
    await firstByte(response)
    const rest: Buffer[] = []
    response.on('data', (chunk: Buffer) => rest.push(chunk))
    speak.resolve(undefined)
    expect(await ending(response)).to.equal('end')
    expect(Buffer.concat(rest).toString()).to.equal(LINE.toString())
  })

  it('a container quiet for longer than a request may take is followed all the same [F16]', async function () {
    this.timeout(120_000)
    demo.faults.clear()
    demo.faults.logSource({ when: ({ pod }) => pod === 'talker', bytes: endless })
    const quiet = demo.faults.inject({
      when: ({ url }) => isLog({ url }) && url.includes('follow=true'),
      action: delay(3000),
    })
    await service.stop()
    service = await serveCluster(demo.url, demo.token, { settings: { requestTimeout: '2s' } })
    const started = performance.now()
    const response = await open(`http://127.0.0.1:${service.port}`)
    expect(performance.now() - started, 'the header comes before the first line').to.be.below(2000)
    await firstByte(response)
    expect(performance.now() - started).to.be.greaterThan(2900)
    response.destroy()
    expect(quiet.met).to.equal(1)
  })

  it('a cluster that hangs is not taken for a quiet container [F6]', async function () {
    this.timeout(120_000)
    demo.faults.clear()
    demo.faults.inject({ when: isLog, action: hang() })
    await service.stop()
    service = await serveCluster(demo.url, demo.token, { settings: { requestTimeout: '2s' } })
    const { status, json } = await call(
      `http://127.0.0.1:${service.port}`,
      'GET',
      '/api/pods/talker/logs?namespace=default&follow=true',
    )
    expect([status, json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
    expect(json['details']).to.match(/time-out/)
  })

  it('bytes pass through unchanged: binary, invalid UTF-8, a line of 20 MiB [F18]', async function () {
    this.timeout(120_000)
    const odd = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0, 0xaf, 0x0d, 0x0a, 0x1b, 0x5b])
    const mebibyte = Buffer.alloc(1024 * 1024, 'x')
    demo.faults.clear()
    demo.faults.logSource({
      when: ({ pod }) => pod === 'talker',
      bytes: function* () {
        yield odd
        for (let n = 0; n < 20; n++) yield mebibyte
      },
    })
    const response = await open(base)
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    expect(await ending(response)).to.equal('end')
    const all = Buffer.concat(chunks)
    expect(all.subarray(0, odd.length)).to.deep.equal(odd)
    expect(all.length).to.equal(odd.length + 20 * mebibyte.length)
  })

  it('applies backpressure to the log of a client that does not read [H2]', async function () {
    this.timeout(120_000)
    let produced = 0
    demo.faults.clear()
    demo.faults.logSource({
      when: ({ pod }) => pod === 'talker',
      bytes: function* () {
        for (let n = 0; n < 512; n++) {
          produced++
          yield Buffer.alloc(1024 * 1024, 'x')
        }
      },
    })
    const response = await open(base)
    let last = 0
    let still = 0
    await until('the source to be held back', () => {
      still = produced > 0 && produced === last ? still + 1 : 0
      last = produced
      return still >= 10 ? true : undefined
    })
    expect(produced).to.be.within(1, 63)
    response.destroy()
  })
})
