import {
  createServer as createPlainServer,
  request as plainRequest,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** Reply to a SOCKS5 request that succeeded, with the address 0.0.0.0:0. Source: RFC 1928 §6. */
const SOCKS_CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])

/** An HTTP, an HTTPS and a SOCKS5 proxy that connect every host name to this machine. */
export class RecordingProxies {
  /** Descriptions of all connections to servers so far. */
  readonly opened: string[] = []
  /** Descriptions of proxied connections, by the local port of the connection to the server. */
  readonly #connections = new Map<number, string>()
  readonly #http: Server
  readonly #https: Server
  readonly #socks = createSocketServer((socket) => this.#socks5(socket))
  readonly #sockets = new Set<Duplex>()

  constructor(pair: { cert: string; key: string; ca: string }) {
    this.#http = this.#serve(createPlainServer(), 'http')
    this.#https = this.#serve(
      createTlsServer({ ...pair, requestCert: true, rejectUnauthorized: false }),
      'https',
    )
    this.#https.on('tlsClientError', () => undefined)
  }

  async listen(): Promise<void> {
    await Promise.all(
      [this.#http, this.#https, this.#socks].map(
        (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())),
      ),
    )
  }

  get ports(): { http: number; https: number; socks: number } {
    const [http = 0, https = 0, socks = 0] = [this.#http, this.#https, this.#socks].map(
      (server) => (server.address() as AddressInfo).port,
    )
    return { http, https, socks }
  }

  /** Returns the description of the proxied connection from a port; undefined for a direct one. */
  of(port: number | undefined): string | undefined {
    return this.#connections.get(port ?? 0)
  }

  close(): void {
    for (const server of [this.#http, this.#https, this.#socks]) server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #serve(server: Server, name: string): Server {
    server.on('connection', (socket: Socket) => this.#track(socket))
    server.on('connect', (request: IncomingMessage, near: Duplex) => {
      const { hostname, port } = new URL(`http://${request.url}`)
      const far = this.#connect(`${name} CONNECT ${hostname}${credentialsOf(request)}`, Number(port), () =>
        near.write('HTTP/1.1 200 OK\r\n\r\n'),
      )
      join(near, far)
    })
    server.on('request', (request: IncomingMessage, response) => {
      const url = new URL(request.url ?? '')
      const through = plainRequest(
        {
          port: url.port,
          path: url.pathname,
          headers: request.headers,
          createConnection: () =>
            this.#connect(
              `${name} forward ${url.hostname}${credentialsOf(request)}`,
              Number(url.port),
              () => undefined,
            ),
        },
        (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502)),
      )
      through.on('error', () => response.destroy())
      through.end()
    })
    return server
  }

  #socks5(near: Socket): void {
    this.#track(near)
    let user: string | undefined
    near.once('data', (greeting: Buffer) => {
      const offersPassword = greeting.subarray(2).includes(2)
      near.write(Buffer.from([5, offersPassword ? 2 : 0]))
      if (!offersPassword) near.once('data', (request: Buffer) => this.#socksConnect(near, request, user))
      else
        near.once('data', (password: Buffer) => {
          user = socksUser(password)
          near.write(Buffer.from([1, 0]))
          near.once('data', (request: Buffer) => this.#socksConnect(near, request, user))
        })
    })
  }

  #socksConnect(near: Socket, request: Buffer, user: string | undefined): void {
    const isName = request[3] === 3
    const host = isName ? request.subarray(5, -2).toString() : [...request.subarray(4, -2)].join('.')
    const description = `socks5 ${host}${user === undefined ? '' : ` as ${user}`}`
    const far = this.#connect(description, request.readUInt16BE(request.length - 2), () =>
      near.write(SOCKS_CONNECTED),
    )
    join(near, far)
  }

  #connect(description: string, port: number, connected: () => void): Socket {
    const far = connect(port, '127.0.0.1', () => {
      const { localPort = 0 } = far
      this.opened.push(description)
      this.#connections.set(localPort, description)
      far.once('close', () => this.#connections.delete(localPort))
      connected()
    })
    this.#track(far)
    return far
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
}

function join(near: Duplex, far: Duplex): void {
  near.pipe(far).pipe(near)
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
}

function credentialsOf(request: IncomingMessage): string {
  const header = request.headers['proxy-authorization']
  const user =
    header === undefined ? '' : ` as ${Buffer.from(header.replace('Basic ', ''), 'base64').toString()}`
  const { socket } = request
  const hasCertificate = socket instanceof TLSSocket && socket.getPeerX509Certificate() !== undefined
  return hasCertificate ? `${user} with a client certificate` : user
}

/** Returns `user:password` of an authentication request. Source: RFC 1929 §2. */
function socksUser(request: Buffer): string {
  const length = request[1] ?? 0
  return `${request.subarray(2, 2 + length).toString()}:${request.subarray(3 + length).toString()}`
}
