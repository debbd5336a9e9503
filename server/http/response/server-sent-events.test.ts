import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import { openServer } from '../../testing/open-server.ts'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { BodiesInFlight } from './bodies-in-flight.ts'
import { sendEvents } from './server-sent-events.ts'
import { SseChunk, type SseWriter } from '../../api/responses.ts'

describe('server-sent events on a connection', () => {
  let server: Server
  let ledger: MemoryLedger
  let sinks: { sink: SseWriter; signal: AbortSignal }[]

  before(async () => {
    ledger = new MemoryLedger(1e9)
    const bodies = new BodiesInFlight(ledger)
    const app = express()
    app.get('/', (_request, response) => {
      sendEvents(response, { start: (sink, signal) => sinks.push({ sink, signal }) }, bodies)
    })
    server = createServer(app)
    await openServer(server)
  })
  beforeEach(() => (sinks = []))
  const port = () => (server.address() as AddressInfo).port
  async function open(): Promise<{ response: IncomingMessage; sink: SseWriter; signal: AbortSignal }> {
    const response = await new Promise<IncomingMessage>((resolve) => get({ port: port() }, resolve))
    const [one] = sinks
    if (one === undefined) throw new Error('the stream was not started')
    return { response, ...one }
  }
  const textOf = async (stream: AsyncIterable<unknown>) => {
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    return text
  }

  it('have their header at once, come as they are written, and end whole', async () => {
    const { response, sink, signal } = await open()
    expect(response.headers).to.deep.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const large = new SseChunk(`data: ${'ü'.repeat(300_000)}\n\n`)
    sink.write(new SseChunk('data: 1\n\n'))
    for (let n = 0; n < 40; n++) sink.write(large)
    expect(sink.unsentBytes, 'more than the system holds for a connection').to.be.above(1_000_000)
    expect(ledger.used).to.equal(sink.unsentBytes)
    const text = textOf(response.setEncoding('utf8'))
    await sink.drained()
    expect([sink.unsentBytes, sink.writtenCount, ledger.used]).to.deep.equal([0, 41, 0])
    sink.end()
    sink.write(new SseChunk('data: never\n\n'))
    expect((await text) === `data: 1\n\n${large.bytes.toString().repeat(40)}`).to.equal(true)
    expect([response.complete, signal.aborted]).to.deep.equal([true, true])
  })

  it('stop where the caller leaves, also while something waits', async () => {
    const { response, sink, signal } = await open()
    const large = new SseChunk(`data: ${'x'.repeat(1_000_000)}\n\n`)
    for (let n = 0; n < 20; n++) sink.write(large)
    expect(sink.unsentBytes).to.be.above(1_000_000)
    const drained = sink.drained()
    response.destroy()
    await drained
    expect(signal.aborted).to.equal(true)
    sink.write(large)
    await sink.drained()
  })

  it('sends no chunks to a caller of HTTP/1.0', async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.write('GET / HTTP/1.0\r\n\r\n')
    const text = textOf(socket)
    while (sinks.length === 0) await new Promise((resolve) => setImmediate(resolve))
    sinks[0]?.sink.write(new SseChunk('data: 1\n\n'))
    sinks[0]?.sink.end()
    expect(await text).to.match(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\ndata: 1\n\n$/)
  })
})
