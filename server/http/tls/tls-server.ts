import { constants, type X509Certificate } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import type { Log } from '../../telemetry/log.ts'
import { setPeer, type ClientCertificate } from './client-certificate.ts'
import type { ConnectionLimiter } from '../server/connection-limiter.ts'
import { clientOf, limitedTlsServer } from '../server/http-server.ts'
import type { SetTimer } from '../response/revalidate.ts'
import { readTls, type TlsFiles, type TlsMaterial } from './tls-files.ts'
import { TlsRotation } from './tls-rotation.ts'

/** RFC 9325 §4.2: of TLS 1.2 only authenticated suites with forward secrecy, like all of TLS 1.3. */
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
  /** Names in the certificates of trusted proxies. */
  trustedProxies: readonly string[]
  listener: RequestListener
  connections: ConnectionLimiter
  log: Log
  after: SetTimer
  /** Milliseconds since 1970. */
  clock: () => number
}

/** State of a connection with a client certificate, trusted or not. */
interface PeerState {
  peer: ClientCertificate
  /** Expiry of the certificate, in milliseconds since 1970. */
  until: number
  /** Requests in flight. */
  open: number
  /**
   * Verified against a CA bundle that has since been replaced, or expired; the client must reconnect to be
   * verified again.
   */
  outdated: boolean
}

/**
 * The API over TLS. An untrusted client certificate neither authenticates nor closes the connection, like at
 * an API server (Go's RequestClientCert), so a browser that sends one of its user's certificates can still
 * authenticate by other methods.
 */
export class TlsServer {
  readonly server: Server
  readonly #options: TlsServerOptions
  readonly #rotation: TlsRotation
  readonly #peers = new Map<Socket, PeerState>()
  /** Connections during their handshake, by client address and port. */
  readonly #handshaking = new Map<string, Socket>()
  #material: TlsMaterial

  /** Rejects with TlsError if the files are not usable. */
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
      const client = clientOf(socket)
      this.#handshaking.set(client, socket)
      socket.once('close', () => this.#handshaking.delete(client))
    })
    // Runs before the connection's first request.
    this.server.prependListener('secureConnection', (socket) => this.#register(socket))
    this.server.prependListener('request', ({ socket }, response) => this.#countRequest(socket, response))
    this.#rotation = new TlsRotation(material, {
      files,
      log,
      after,
      apply: (found) => this.#apply(found),
      checked: () => this.#forgetExpired(),
    })
  }

  /** Expiry of the certificates in use, in milliseconds since 1970. */
  get expiry(): TlsMaterial['expiry'] {
    return this.#material.expiry
  }

  /** Stops checking the files. */
  stop(): void {
    this.#rotation.stop()
  }

  #register(socket: TLSSocket): void {
    this.#handshaking.delete(clientOf(socket))
    const certificate = socket.getPeerX509Certificate()
    if (certificate === undefined) return
    const peer = { trusted: socket.authorized && this.#isProxy(certificate) }
    setPeer(socket, peer)
    this.#peers.set(socket, { peer, until: certificate.validToDate.getTime(), open: 0, outdated: false })
    socket.once('close', () => this.#peers.delete(socket))
  }

  #countRequest(socket: Socket, response: ServerResponse): void {
    const state = this.#peers.get(socket)
    if (state === undefined) return
    state.open++
    response.once('close', () => {
      state.open--
      if (state.outdated && state.open === 0) socket.destroySoon()
    })
  }

  #isProxy(certificate: X509Certificate): boolean {
    const { trustedProxies, clock } = this.#options
    const named = trustedProxies.some((name) => isNamed(certificate, name))
    return named && clock() < certificate.validToDate.getTime()
  }

  /**
   * Applies new files. Existing connections stay open, but after a change of the CA clients with a
   * certificate have to reconnect.
   */
  #apply(material: TlsMaterial): void {
    const { ca: before } = this.#material
    this.server.setSecureContext(contextOf(material))
    this.#material = material
    if (before === undefined || material.ca === undefined || before.equals(material.ca)) return
    this.#outdate(() => true)
    // A handshake in progress would still verify against the previous CA.
    for (const socket of this.#handshaking.values()) socket.destroy()
  }

  #forgetExpired(): void {
    const now = this.#options.clock()
    this.#outdate(({ peer, until }) => peer.trusted && until <= now)
  }

  /** Revokes the trust of connections, and closes each after its requests in flight. */
  #outdate(matches: (state: PeerState) => boolean): void {
    for (const [socket, state] of this.#peers)
      if (matches(state)) {
        state.peer.trusted = false
        state.outdated = true
        if (state.open === 0) socket.destroySoon()
      }
  }
}

/**
 * Disables renegotiation, and session resumption if client certificates are used: each connection verifies
 * its own certificate.
 */
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

/** Whether a certificate has this common name (as for an API server) or DNS name. */
function isNamed(certificate: X509Certificate, name: string): boolean {
  const { CN: common } = certificate.toLegacyObject().subject
  return common === name || certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined
}
