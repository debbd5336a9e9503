import { constants, type X509Certificate } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Server } from 'node:https'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import type { Log } from './log.ts'
import { setPeer, type Peer } from './peer.ts'
import { limitedTlsServer, type Connections } from './server.ts'
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

interface Shown {
  peer: Peer
  until: number
}

/**
 * The API over TLS. A certificate that is shown and not believed gains nothing and closes nothing, as with an API server
 * (it asks with Go's RequestClientCert): a browser with some certificate of its user's still comes in by other ways.
 */
export class TlsServer {
  readonly server: Server
  readonly #options: TlsServerOptions
  readonly #rotation: Rotation
  /** Open connections whose word is taken. */
  readonly #trusted = new Map<TLSSocket, Shown>()
  /** Those of whom it was taken once: they come anew, or as nobody. */
  readonly #distrusted = new Set<TLSSocket>()
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
    // Before the first request of it is looked at.
    this.server.prependListener('secureConnection', (socket) => this.#met(socket))
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
    const certificate = socket.getPeerX509Certificate()
    if (certificate === undefined) return
    const { trustedProxies, clock } = this.#options
    const until = certificate.validToDate.getTime()
    const named = trustedProxies.some((name) => isNamed(certificate, name))
    const peer = { trusted: socket.authorized && named && clock() < until }
    setPeer(socket, peer)
    if (!peer.trusted) return
    this.#trusted.set(socket, { peer, until })
    socket.once('close', () => {
      this.#trusted.delete(socket)
      this.#distrusted.delete(socket)
    })
  }

  /** Connections live on, but those that were trusted by a CA that is gone have to show their certificate anew. */
  #take(material: TlsMaterial): void {
    const { ca: before } = this.#material
    this.server.setSecureContext(contextOf(material))
    this.#material = material
    if (before === undefined || material.ca === undefined || before.equals(material.ca)) return
    this.#distrust(() => true)
  }

  #forgetExpired(): void {
    const now = this.#options.clock()
    this.#distrust(({ until }) => until <= now)
  }

  #distrust(gone: (shown: Shown) => boolean): void {
    for (const [socket, shown] of this.#trusted)
      if (gone(shown)) {
        shown.peer.trusted = false
        this.#trusted.delete(socket)
        this.#distrusted.add(socket)
      }
    // One that is at work ends after it: it is looked for each time.
    if (this.#distrusted.size > 0) this.server.closeIdleConnections()
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

/** Whether a certificate is of this name: its common name, as with an API server, or one of its DNS names. */
function isNamed(certificate: X509Certificate, name: string): boolean {
  const { CN: common } = certificate.toLegacyObject().subject
  return common === name || certificate.checkHost(name, { subject: 'never', wildcards: false }) !== undefined
}
