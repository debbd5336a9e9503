import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express, { type ErrorRequestHandler } from 'express'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { eventually } from '../../testing/eventually.ts'
import { largeBodies, SMALL_BODY_BYTES } from './large-bodies.ts'

describe('requests with large bodies', () => {
  let server: Server
  let url: string
  /** Requests whose handlers wait; each is ended by its function. */
  let served: (() => void)[]

  beforeEach(async () => {
    served = []
    const app = express()
    app.use(largeBodies())
    app.post('/', (request, response) => {
      request.resume()
      served.push(() => response.end())
    })
    const failed: ErrorRequestHandler = (error: Error, _request, response, _next) => {
      response.status(429).end(error.message)
    }
    app.use(failed)
    server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeAfterwards('a server', () => server.closeAllConnections())
    closeAfterwards('a server', () => server.close())
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  const post = (bytes: number, signal?: AbortSignal) =>
    fetch(url, { method: 'POST', body: 'x'.repeat(bytes), ...(signal === undefined ? {} : { signal }) })
  const servedCount = (count: number) => eventually(`${count} served`, () => served.length === count)
  const large = (signal?: AbortSignal) => post(SMALL_BODY_BYTES + 1, signal)

  it('run two at a time for a caller; the next begins when one ends', async () => {
    const responses = [large(), large(), large()]
    await servedCount(2)
    const small = post(SMALL_BODY_BYTES)
    await servedCount(3)
    served[0]?.()
    await servedCount(4)
    for (const end of served) end()
    for (const response of [...responses, small]) expect((await response).status).to.equal(200)
  })

  it('count bodies of unknown length', async () => {
    const chunked = () =>
      fetch(url, { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' } as RequestInit)
    const responses = [chunked(), chunked(), chunked()]
    await servedCount(2)
    served[0]?.()
    await servedCount(3)
    for (const end of served) end()
    for (const response of responses) expect((await response).status).to.equal(200)
  })

  it('wait up to sixteen, are rejected beyond, and leave their place with the client', async () => {
    const left = new AbortController()
    const waiting = Array.from({ length: 18 }, () => large(left.signal).catch((error: unknown) => error))
    await servedCount(2)
    // Whichever of the nineteen comes last: this one waits only if it overtook another.
    const last = await Promise.race([large(), ...waiting])
    expect(last).to.be.instanceOf(Response)
    expect(last).to.have.property('status', 429)
    expect(await (last as Response).text()).to.include('requests with large bodies')
    left.abort()
    await Promise.all(waiting)
    const next = large()
    await servedCount(3)
    served[2]?.()
    expect((await next).status).to.equal(200)
  })
})
