import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openServer } from '../../testing/open-server.ts'
import { WatchBuffer } from './watch-buffer.ts'

const MIB = 1024 * 1024

describe('the outbox of a watch', () => {
  const server = createServer()
  let response: ServerResponse
  let reader: IncomingMessage

  beforeEach(async () => {
    const port = await openServer(server)
    const asked = once(server, 'request')
    const answered = once(get({ port }), 'response')
    ;[, response] = (await asked) as [IncomingMessage, ServerResponse]
    response.flushHeaders()
    ;[reader] = (await answered) as [IncomingMessage]
  })

  it('begins at the pace of its reader, and tells what happened meanwhile behind that', async () => {
    const outbox = new WatchBuffer(response)
    const made: number[] = []
    const begun = Promise.withResolvers<undefined>()
    function* beginning(): Iterable<string> {
      while (made.length < 40) yield `${String(made.push(made.length)).padStart(MIB - 1, '.')}\n`
      begun.resolve(undefined)
    }
    outbox.begin(beginning())
    outbox.send('changed\n')
    expect(made.length).to.be.lessThan(20)
    const told = text(reader)
    await once(response, 'drain')
    outbox.send('changed again\n')
    await begun.promise
    outbox.send('changed at last\n')
    outbox.end()
    const lines = (await told).split('\n')
    expect(lines.slice(0, 40).map((line) => Number(line.replaceAll('.', '')))).to.deep.equal(
      Array.from({ length: 40 }, (_, at) => at + 1),
    )
    expect(lines.slice(40)).to.deep.equal(['changed', 'changed again', 'changed at last', ''])
  })

  it('tells nothing after its end, though the connection has not taken notice of it yet', async () => {
    const outbox = new WatchBuffer(response)
    const failed: unknown[] = []
    response.on('error', (error) => failed.push(error))
    const told = text(reader)
    outbox.begin(['all there is\n'])
    outbox.end('the last line\n')
    outbox.send('changed\n')
    outbox.end('once more\n')
    expect(await told).to.equal('all there is\nthe last line\n')
    expect(failed).to.deep.equal([])
  })

  it('ends a watch whose reader does not read', async () => {
    const outbox = new WatchBuffer(response)
    const closed = once(response, 'close')
    for (let sent = 0; sent < 100 && !response.destroyed; sent++) outbox.send(`${'.'.repeat(MIB)}\n`)
    await closed
    expect(response.writableFinished).to.equal(false)
  })
})
