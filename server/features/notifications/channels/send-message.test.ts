import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { Authority, type Pair } from '../../../../e2e/support/certificates.ts'
import { openFolder } from '../../../../e2e/support/folder.ts'
import { systemClock, type Clock } from '../../../core/clock.ts'
import { AddressPolicy } from '../../../outbound/address-policy.ts'
import { closeAfterwards } from '../../../testing/fixtures.ts'
import { ManualClock } from '../../../testing/manual-time.ts'
import { openServer } from '../../../testing/open-server.ts'
import { tick } from '../../../testing/tick.ts'
import { parseWebhookSecret } from '../messages/cloud-event.ts'
import type { Message } from '../messages/message.ts'
import { MessageSender, type ChannelType } from './send-message.ts'
import { maskUrl, parseCallerTarget, parseOperatorTarget, TargetError } from './target.ts'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const { signal } = new AbortController()
const message: Message = {
  id: 'abc-firing-1',
  type: 'firing',
  at: 0,
  context: 'home',
  severity: 'critical',
  title: 'x',
  items: [],
  more: 0,
}
const loopback = new AddressPolicy(['127.0.0.1/32'])

interface SendOptions {
  readonly type?: ChannelType
  readonly time?: Clock
  readonly addresses?: AddressPolicy
  readonly host?: string
}

interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

describe('the sender of messages', () => {
  let authority: Authority
  let pair: Pair

  before(async () => {
    authority = await Authority.create(openFolder('sender'), 'ca')
    pair = await authority.issue('localhost', 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  })

  /** Opens a receiver over TLS and returns its port with the requests that it got. */
  async function receiver(respond: (response: ServerResponse) => void) {
    const received: Received[] = []
    const server = createServer(pair, (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ request, body })
        respond(response)
      })
    })
    return { received, port: await openServer(server) }
  }

  function send(
    port: number,
    { type = 'webhook', time = systemClock, addresses = loopback, host = '127.0.0.1' }: SendOptions = {},
  ) {
    const sender = new MessageSender({ time, clock: Date.now, userAgent: 'test', ca: authority.pem })
    closeAfterwards('a sender', () => sender.close())
    const open = async () => {
      const text = `https://${host}:${port}/hook?token=canary-of-this-test`
      const target = parseCallerTarget(text, { hosts: [`${host}:${port}`], addresses })
      return { type, target, secret: parseWebhookSecret(SECRET), addresses }
    }
    return sender.send(open, message, signal)
  }

  it('delivers a CloudEvent with a signature that the library of Standard Webhooks accepts', async () => {
    const { port, received } = await receiver((response) => response.writeHead(204).end())
    expect(await send(port)).to.deep.equal({ outcome: 'delivered', status: 204 })
    const [{ request, body } = { request: undefined, body: '' }] = received
    expect([request?.method, request?.url]).to.deep.equal(['POST', '/hook?token=canary-of-this-test'])
    const headers = request?.headers as Record<string, string>
    expect(new Webhook(SECRET).verify(body, headers)).to.include({ id: 'abc-firing-1', specversion: '1.0' })
    expect(request?.headers['webhook-id']).to.equal('abc-firing-1')
  })

  for (const [status, type, outcome] of [
    [408, 'webhook', 'retry'],
    [429, 'webhook', 'retry'],
    [500, 'slack', 'retry'],
    [503, 'webhook', 'retry'],
    [400, 'webhook', 'failed'],
    [403, 'slack', 'failed'],
    [404, 'webhook', 'failed'],
    [404, 'slack', 'broken'],
    [410, 'slack', 'broken'],
    [410, 'webhook', 'broken'],
  ] as const)
    it(`has the outcome "${outcome}" after ${status} of a receiver of type ${type}`, async () => {
      const { port } = await receiver((response) => response.writeHead(status).end('canary-of-this-test'))
      const result = await send(port, { type })
      expect(result).to.deep.equal({ outcome, status, error: `the receiver responded ${status}` })
    })

  it('reads Retry-After', async () => {
    const { port } = await receiver((response) => response.writeHead(429, { 'retry-after': '7' }).end())
    expect(await send(port)).to.include({ outcome: 'retry', retryAfterMs: 7000 })
  })

  for (const status of [301, 302, 303, 307, 308])
    it(`sends nothing to the target of a ${status}, and gives up`, async () => {
      const other = await receiver((response) => response.end())
      const { port, received } = await receiver((response) =>
        response.writeHead(status, { location: `https://127.0.0.1:${other.port}/` }).end(),
      )
      const metadata = await receiver((response) =>
        response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      )
      const same = await receiver((response) => response.writeHead(status, { location: '/other' }).end())
      for (const at of [port, metadata.port, same.port])
        expect((await send(at)).outcome, String(at)).to.equal('failed')
      expect([other, { received }, metadata, same].map((one) => one.received.length)).to.deep.equal([
        0, 1, 1, 1,
      ])
    })

  it('waits for 10 s for the response, and for no body', async () => {
    const time = new ManualClock()
    const silent = await receiver(() => time.turn(10_000))
    expect(await send(silent.port, { time })).to.deep.equal({
      outcome: 'retry',
      error: 'no complete response within 10 s (time-out)',
    })
    const slow = await receiver((response) => {
      response.writeHead(200).write('x')
      void tick(100).then(() => time.turn(10_000))
    })
    expect((await send(slow.port, { time })).outcome).to.equal('delivered')
    const large = await receiver((response) => response.writeHead(200).end('x'.repeat(100_000)))
    expect((await send(large.port)).outcome).to.equal('delivered')
  })

  it('reaches no address that is not allowed, even if the name had another one before', async () => {
    const { port, received } = await receiver((response) => response.end())
    const found = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]]
    const resolve = ((_name: string, _options: object, answer: (error: null, addresses: object[]) => void) =>
      answer(null, found.shift() ?? [])) as unknown as ConstructorParameters<typeof AddressPolicy>[1]
    const addresses = new AddressPolicy(['127.0.0.1/32'], resolve)
    expect((await send(port, { addresses, host: 'localhost' })).outcome).to.equal('delivered')
    expect(await send(port, { addresses, host: 'localhost' })).to.deep.equal({
      outcome: 'failed',
      error: 'localhost resolves to an address that is not allowed',
    })
    expect(received).to.have.length(1)
  })

  it('tells neither the URL nor the secret in a failure', async () => {
    const closed = await receiver((response) => response.destroy())
    const results = [await send(closed.port), await send(1)]
    expect(results.map(({ outcome }) => outcome)).to.deep.equal(['retry', 'retry'])
    expect(JSON.stringify(results)).to.not.match(/canary|whsec|hook/)
  })
})

describe('the URL of a channel', () => {
  const rules = {
    hosts: ['Hooks.example.com', '10.0.0.7', 'local.example:8443'],
    addresses: new AddressPolicy([]),
  }

  it('has to have https, and a host and port that the operator of the service allows', () => {
    for (const url of [
      'https://hooks.example.com/a?b',
      'https://HOOKS.example.com:443/',
      'https://local.example:8443/',
    ])
      expect(parseCallerTarget(url, rules).url.href, url).to.be.a('string')
    for (const url of [
      'http://hooks.example.com/',
      'https://hooks.example.com:8443/',
      'https://local.example/',
      'https://hooks.example.com.evil.example/',
      'https://hooks.example.com./',
      'https://user:password@hooks.example.com/',
      'https://hooks.example.com/#a',
      'https://10.0.0.7/',
      `https://hooks.example.com/${'a'.repeat(2048)}`,
      'hooks.example.com',
      '',
    ])
      expect(() => parseCallerTarget(url, rules), url).to.throw(TargetError)
    const none = { hosts: [], addresses: rules.addresses }
    expect(() => parseCallerTarget('https://hooks.example.com/', none)).to.throw(TargetError, 'allowedHosts')
  })

  it('rejects an address that is not allowed, however a URL writes it', () => {
    const hosts = ['169.254.169.254', '127.0.0.1', '[::1]', '[::ffff:7f00:1]']
    for (const host of ['169.254.169.254', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
      expect(() => parseCallerTarget(`https://${host}/`, { ...rules, hosts }), host).to.throw(
        TargetError,
        'an address that is not allowed',
      )
  })

  it('leads to a private address only if the operator of the service has named it, and never to a link-local one', () => {
    expect(parseOperatorTarget('https://10.0.0.7/hook?a=b').url.search).to.equal('?a=b')
    for (const url of ['https://169.254.169.254/', 'http://10.0.0.7/', 'https://127.1/', 'x'])
      expect(() => parseOperatorTarget(url), url).to.throw(TargetError)
  })

  it('shows the host alone of a URL that it masks', () => {
    expect(maskUrl('https://hooks.slack.com/services/T0/B0/secret?a=b')).to.equal(
      'https://hooks.slack.com/…/****',
    )
    expect(maskUrl('nonsense')).to.equal('****')
  })
})
