import { constants, type X509Certificate } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import type { Log } from './log.ts'
import { setPeer, type Peer } from './peer.ts'
import type { Connections } from './connections.ts'
import { limitedTlsServer } from './server.ts'
import type { After } from './stay.ts'
import { readTls, type TlsFiles, type TlsMaterial } from './tls-files.ts'
import { Rotation } from './tls-rotation.ts'

/** RFC 9325 §4.2: of TLS 1.2 only what is authenticated and forward secret; those of 1.3 are all so. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

export interface TlsServerOptions {
  files: TlsFiles
  /** Names in the certificates of proxies whose word is taken. */
  trustedProxies: readonly string[]
  listener: RequestListener
  connections: Connections
  log: Log
  after: After
  /** Milliseconds since 1970. */
  clock: () => number
}

/** A connection with a certificate, believed or not. */
interface Shown {
  peer: Peer
  /** When the certificate expires, in milliseconds since 1970. */
  until: number
  /** Requests under way. */
  open: number
  /** The certificate was looked at by what does not hold any more: it is to be shown anew. */
  outdated: boolean
}

/**
 * The API over TLS. A certificate that is shown and not believed gains nothing and closes nothing, as with an API server
 * (it asks with Go's RequestClientCert): a browser with some certificate of its user's still comes in by other ways.
 */
export class TlsServer {
  readonly server: Server
  readonly #options: TlsServerOptions
  readonly #rotation: Rotation
  readonly #shown = new Map<Socket, Shown>()
  /** Connections that are not secure yet, by their other end. */
  readonly #shaking = new Map<string, Socket>()
  #material: TlsMaterial

  /** Rejects with TlsError where the files do not fit. */
  static async open(options: TlsServerOptions): Promise<TlsServer> {
    return new TlsServer(await readTls(options.files), options)
  }

  private constructor(material: TlsMaterial, options: TlsServerOptions) {
    const { files, log, after } = options
    this.#options = options
    this.#material = material
    this.server = limitedTlsServer(
      { ...contextOf(material), requestCert: material.ca !== undefined, rejectUnauthorized: false },
      options.listener,
      options.connections,
    )
    this.server.on('connection', (socket: Socket) => {
      const end = endOf(socket)
      this.#shaking.set(end, socket)
      socket.once('close', () => this.#shaking.delete(end))
    })
    // Before the first request of it is looked at.
    this.server.prependListener('secureConnection', (socket) => this.#met(socket))
    this.server.prependListener('request', ({ socket }, response) => this.#asked(socket, response))
    this.#rotation = new Rotation(material, {
      files,
      log,
      after,
      take: (found) => this.#take(found),
      looked: () => this.#forgetExpired(),
    })
  }

  /** When what is used now expires, in milliseconds since 1970. */
  get expiry(): TlsMaterial['expiry'] {
    return this.#material.expiry
  }

  /** Looks at the files no more. */
  stop(): void {
    this.#rotation.stop()
  }

  #met(socket: TLSSocket): void {
    this.#shaking.delete(endOf(socket))
    const certificate = socket.getPeerX509Certificate()
    if (certificate === undefined) return
    const peer = { trusted: socket.authorized && this.#isProxy(certificate) }
    setPeer(socket, peer)
    this.#shown.set(socket, { peer, until: certificate.validToDate.getTime(), open: 0, outdated: false })
    socket.once('close', () => this.#shown.delete(socket))
  }

  #asked(socket: Socket, response: ServerResponse): void {
    const shown = this.#shown.get(socket)
    if (shown === undefined) return
    shown.open++
    response.once('close', () => {
      shown.open--
      if (shown.outdated && shown.open === 0) socket.destroySoon()
    })
  }

  #isProxy(certificate: X509Certificate): boolean {
    const { trustedProxies, clock } = this.#options
    const named = trustedProxies.some((name) => isNamed(certificate, name))
    return named && clock() < certificate.validToDate.getTime()
  }

  /** Connections live on, but after a change of the CA those with a certificate have to show it anew. */
  #take(material: TlsMaterial): void {
    const { ca: before } = this.#material
    this.server.setSecureContext(contextOf(material))
    this.#material = material
    if (before === undefined || material.ca === undefined || before.equals(material.ca)) return
    this.#outdate(() => true)
    // What they show would be held against the CA of before.
    for (const socket of this.#shaking.values()) socket.destroy()
  }

  #forgetExpired(): void {
    const now = this.#options.clock()
    this.#outdate(({ peer, until }) => peer.trusted && until <= now)
  }

  /** Believes connections no more, and ends each when what is under way on it is answered. */
  #outdate(gone: (shown: Shown) => boolean): void {
    for (const [socket, shown] of this.#shown)
      if (gone(shown)) {
        shown.peer.trusted = false
        shown.outdated = true
        if (shown.open === 0) socket.destroySoon()
      }
  }
}

/** No renegotiation, and with client certificates no resumption: what was verified is what came on this connection. */
function contextOf({ cert, key, ca }: TlsMaterial): SecureContextOptions {
  return {
    cert,
    key,
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | (ca === undefined ? 0 : constants.SSL_OP_NO_TICKET),
  }
}

/** One side of a connection, which no other has while it is open. */
function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Whether a certificate is of this name: its common name, as with an API server, or one of its DNS names. */
function isNamed(certificate: X509Certificate, name: string): boolean {
  const { CN: common } = certificate.toLegacyObject().subject
  return common === name || certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined
}
