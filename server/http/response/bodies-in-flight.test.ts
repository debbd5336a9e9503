import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { TooManyRequestsError, UnavailableError } from '../../core/errors.ts'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { eventually } from '../../testing/eventually.ts'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { openServer } from '../../testing/open-server.ts'
import { contextOf } from '../middleware/request-context.ts'
import { BodiesInFlight, PIECE_BYTES } from './bodies-in-flight.ts'

const MIB = 1024 * 1024
/** More than the operating system takes for a connection whose client does not read. */
const LARGE = 16 * MIB

describe('BodiesInFlight', () => {
  let server: Server
  let ledger: MemoryLedger
  let bodies: BodiesInFlight
  let body: Buffer
  let responses: ServerResponse[]

  beforeEach(async () => {
    ledger = new MemoryLedger(8 * LARGE)
    bodies = new BodiesInFlight(ledger)
    body = Buffer.alloc(LARGE, 'x')
    responses = []
    server = createServer((incoming, response) => {
      const name = String(incoming.headers['x-caller'])
      contextOf(response).caller = { name, via: 'token', uid: undefined, groups: [], extra: {} }
      responses.push(response)
      bodies.send(response.writeHead(200, { 'Content-Length': body.length }), body)
    })
    await openServer(server)
    closeAfterwards('a server with unread responses', () => server.closeAllConnections())
  })

  /** Opens a response of a caller and reads nothing of its body. */
  async function open(caller: string): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      get({ port, headers: { 'x-caller': caller } }, (response) => resolve(response.pause())).on(
        'error',
        reject,
      )
    })
  }
  const responseOf = (caller: string): ServerResponse => {
    const found = responses.find((response) => contextOf(response).caller?.name === caller)
    if (found === undefined) throw new Error(`no response of ${caller}`)
    return found
  }

  it('sends a body whole, in pieces that wait for the connection', async () => {
    const response = await open('ada')
    expect(responseOf('ada').writableLength, 'buffered of an unread body').to.be.at.most(2 * PIECE_BYTES)
    expect((await buffer(response)).equals(body)).to.equal(true)
    await eventually('the memory to be given back', () => ledger.used === 0)
  })

  it('counts a body once that several responses send', async () => {
    await Promise.all([open('ada'), open('ada'), open('bea')])
    expect(ledger.used).to.equal(LARGE + 3 * 1024)
    expect(bodies.admits(responseOf('ada'))).to.equal(true)
  })

  it('rejects a caller with too many unsent bytes, and no other', async () => {
    await open('ada')
    body = Buffer.alloc(LARGE, 'y')
    await open('ada')
    await open('bea')
    expect(() => bodies.admit(responseOf('ada'))).to.throw(
      TooManyRequestsError,
      'responses of more than 32 MiB wait to be read by this caller',
    )
    expect([bodies.admits(responseOf('ada')), bodies.admits(responseOf('bea'))]).to.deep.equal([false, true])
    bodies.admit(responseOf('bea'))
  })

  it('rejects every caller while all together have too many unsent bytes', async () => {
    for (const caller of ['ada', 'bea', 'cy', 'dee']) {
      body = Buffer.alloc(LARGE, caller)
      await open(caller)
    }
    expect(() => bodies.admit(responseOf('ada'))).to.throw(UnavailableError, 'more than 64 MiB')
    expect(bodies.admits(responseOf('ada'))).to.equal(false)
  })

  it('admits a caller again once its connections are closed', async () => {
    const first = await open('ada')
    body = Buffer.alloc(LARGE, 'y')
    const second = await open('ada')
    expect(bodies.admits(responseOf('ada'))).to.equal(false)
    first.destroy()
    second.destroy()
    await eventually('the memory to be given back', () => ledger.used === 0)
    expect(bodies.admits(responseOf('ada'))).to.equal(true)
  })
})
