import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { Authority } from '../support/certificates.ts'
import { openFolder } from '../support/folder.ts'
import { until } from '../support/until.ts'
import { ConnectionLimiter } from '../../server/http/server/connection-limiter.ts'
import { limitedServer, limitedTlsServer, listen } from '../../server/http/server/http-server.ts'

describe('listeners with limits [H1]', () => {
  it('count the connections of an address together, in the clear and over TLS, until they close', async () => {
    const folder = openFolder('listeners')
    const authority = await Authority.create(folder, 'ca')
    const pair = await authority.issue('any', 'subjectAltName=IP:127.0.0.1')
    const connections = new ConnectionLimiter(3, 3)
    const answer: RequestListener = ({ socket }, response) => {
      connections.dispensable.delete(socket)
      response.end()
    }
    const plain = limitedServer(answer, connections)
    const secure = limitedTlsServer(pair, answer, connections)
    const open: Socket[] = []
    const portOf = (server: Server) => (server.address() as AddressInfo).port
    const socketTo = async (server: Server) => {
      const options = { port: portOf(server), host: '127.0.0.1' }
      const socket = server === plain ? connect(options) : connectTls({ ...options, ca: authority.pem })
      socket.on('error', () => undefined)
      open.push(socket)
      await once(socket, server === plain ? 'connect' : 'secureConnect')
      // From its first request on the listener keeps it.
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
      return socket
    }
    /**
     * Whether the listener accepts one more connection. A connection over the limit is closed at once,
     * without a response.
     */
    const isKept = async () => {
      const socket = connect(portOf(plain), '127.0.0.1')
      socket.on('error', () => undefined)
      open.push(socket)
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      let answered = false
      socket.on('data', () => (answered = true))
      await once(socket, 'close')
      return answered
    }
    try {
      await listen(plain, 0, '127.0.0.1', '--port')
      await listen(secure, 0, '127.0.0.1', '--port')
      await socketTo(plain)
      const [first, second] = [await socketTo(secure), await socketTo(secure)]
      expect(await isKept()).to.equal(false)
      first.destroy()
      await until('one of TLS to be gone', async () => ((await isKept()) ? true : undefined))
      second.destroy()
    } finally {
      for (const socket of open) socket.destroy()
      plain.close()
      secure.close()
    }
  })
})
