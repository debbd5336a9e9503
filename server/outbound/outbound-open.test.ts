import { createServer, type RequestListener } from 'node:http'
import { expect } from 'chai'
import { systemClock } from '../core/clock.ts'
import { closeAfterwards } from '../testing/fixtures.ts'
import { openServer } from '../testing/open-server.ts'
import { parseHostUrl } from './host-url.ts'
import { OutboundClient } from './outbound-client.ts'
import { OutboundError } from './outbound-error.ts'

/** Opens a host, and a client for it; `closed` resolves when the first response has ended or was cut. */
async function openHost(respond: RequestListener) {
  const closed = Promise.withResolvers<void>()
  const port = await openServer(
    createServer((request, response) => {
      response.on('close', () => closed.resolve())
      respond(request, response)
    }),
  )
  const url = `http://127.0.0.1:${port}`
  const base = parseHostUrl(url, { allowHttp: true })
  const client = new OutboundClient({ base, ca: undefined, userAgent: 'test', time: systemClock })
  closeAfterwards('an outbound client', () => client.close())
  const open = async (options: { signal?: AbortSignal; maxBytes?: number } = {}) =>
    client.open({ method: 'POST', url, body: '{}', signal: new AbortController().signal, ...options })
  return { open, closed: closed.promise }
}

async function failureOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OutboundError ? error.failure : String(error)
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of body) text += chunk.toString()
  return text
}

describe('OutboundClient.open', () => {
  it('returns the body as it arrives', async () => {
    let proceed = (): void => undefined
    const { open } = await openHost((_, response) => {
      response.writeHead(418, { 'x-a': 'b' }).write('first')
      proceed = () => response.end(' second')
    })
    const { status, headers, body } = await open()
    expect([status, headers['x-a']]).to.deep.equal([418, 'b'])
    let text = ''
    for await (const chunk of body) {
      text += chunk.toString()
      proceed()
    }
    expect(text).to.equal('first second')
  })

  it('refuses a redirect of any kind', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { open } = await openHost((_, response) => response.writeHead(status, { location: '/' }).end())
      expect(await failureOf(open()), String(status)).to.equal('redirect')
    }
  })

  it('ends a body at its limit, announced or not, and closes the connection', async () => {
    const { open, closed } = await openHost((_, response) => response.write('x'.repeat(11)))
    expect(await failureOf(open({ maxBytes: 10 }).then(({ body }) => textOf(body)))).to.equal('too-large')
    await closed
    const announced = await openHost((_, response) =>
      response.writeHead(200, { 'content-length': 11 }).end('x'.repeat(11)),
    )
    expect(await failureOf(announced.open({ maxBytes: 10 }))).to.equal('too-large')
    const whole = await openHost((_, response) => response.end('x'.repeat(10)))
    expect(await textOf((await whole.open({ maxBytes: 10 })).body)).to.have.length(10)
  })

  it('ends with its signal, before and within the body, also while nothing reads it', async () => {
    const silent = await openHost(() => undefined)
    expect(await failureOf(silent.open({ signal: AbortSignal.abort(new Error('left')) }))).to.equal(
      'time-out',
    )
    const leave = new AbortController()
    const { open, closed } = await openHost((_, response) => response.write('first'))
    const { body } = await open({ signal: leave.signal })
    leave.abort()
    await closed
    expect(await failureOf(textOf(body))).to.equal('time-out')
  })

  it('closes the connection if its reader leaves', async () => {
    const { open, closed } = await openHost((_, response) => response.write('first'))
    for await (const chunk of (await open()).body) {
      expect(chunk.toString()).to.equal('first')
      break
    }
    await closed
  })

  it('reports a body that is cut', async () => {
    const { open } = await openHost((_, response) => {
      response.write('first')
      setImmediate(() => response.destroy())
    })
    expect(await failureOf(open().then(({ body }) => textOf(body)))).to.equal('unreachable')
  })
})
