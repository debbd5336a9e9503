import { connect } from 'node:net'
import { expect } from 'chai'
import { until } from '../../../e2e/support/until.ts'
import { limitedOpsServer, listen } from './http-server.ts'

describe('the listener', () => {
  it('disconnects a client that reads nothing of a response for 30 s [H2]', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024)
    const server = limitedOpsServer((_request, response) => response.end(large))
    expect(server.timeout).to.equal(30_000)
    // A hundredth of the real timeout, so that the test is fast.
    server.timeout = 300
    const port = await listen(server, 0, '127.0.0.1', '--port')
    let connections = 0
    let closed = 0
    server.on('connection', (socket) => {
      connections++
      socket.once('close', () => closed++)
    })
    const caller = connect(port, '127.0.0.1').on('error', () => undefined)
    caller.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const came = performance.now()
    await until('the connection to be closed', () => (closed === 1 ? true : undefined))
    expect(performance.now() - came).to.be.greaterThan(299)
    expect(connections).to.equal(1)
    caller.destroy()
    server.close()
  })
})
