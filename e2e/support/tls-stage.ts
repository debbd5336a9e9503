import { writeFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import type { DemoCluster } from './demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { Authority, type Pair } from './certificates.ts'
import { openDemoCluster } from './demo-cluster.ts'
import { openFolder } from './folder.ts'
import { SecureClient } from './secure.ts'
import { serveWarm, type ServeOptions } from './serve.ts'

/** The openssl extension of a client certificate. */
export const CLIENT = 'extendedKeyUsage=clientAuth'
/** The common name of the trusted proxy in the default settings. */
export const PROXY = 'front-proxy'

/** A demo cluster, a service with TLS of its own, and its callers. */
export class TlsStage {
  readonly servers: Authority
  readonly clients: Authority
  readonly demo: DemoCluster
  readonly #folder: string
  #service: RunningServer | undefined

  static async open(): Promise<TlsStage> {
    const folder = openFolder('tls')
    const servers = await Authority.create(folder, 'servers')
    const clients = await Authority.create(folder, 'clients')
    const stage = new TlsStage(folder, servers, clients, await openDemoCluster({ controllers: false }))
    stage.serveWith(await stage.serverPair())
    stage.believe(clients.pem)
    return stage
  }

  private constructor(folder: string, servers: Authority, clients: Authority, demo: DemoCluster) {
    this.#folder = folder
    this.servers = servers
    this.clients = clients
    this.demo = demo
  }

  get service(): RunningServer {
    if (this.#service === undefined) throw new Error('the service was not started')
    return this.#service
  }

  get plain(): string {
    return `http://127.0.0.1:${this.service.port}`
  }

  /** Creates another CA with this name. */
  authority(name: string): Promise<Authority> {
    return Authority.create(this.#folder, name)
  }

  serverPair(): Promise<Pair> {
    return this.servers.issue('inspector', 'subjectAltName=IP:127.0.0.1,DNS:localhost')
  }

  /** Writes a certificate and key, valid or not, to the files that the service reads. */
  serveWith({ cert, key }: Pair): void {
    writeFileSync(this.#file('tls.crt'), cert)
    writeFileSync(this.#file('tls.key'), key)
  }

  /** Writes the CA of client certificates to the file that the service reads. */
  believe(pem: string): void {
    writeFileSync(this.#file('ca.crt'), pem)
  }

  async start(settings: Record<string, unknown> = {}, options: ServeOptions = {}): Promise<void> {
    this.#service = await serveWarm(this.demo.url, this.demo.token, {
      ...options,
      settings: {
        tlsPort: 0,
        tlsCertificateFile: this.#file('tls.crt'),
        tlsKeyFile: this.#file('tls.key'),
        tlsClientCaFile: this.#file('ca.crt'),
        trustedProxies: [PROXY],
        ...settings,
      },
    })
  }

  /** Returns a TLS client with this client certificate, if there is one. */
  client(shown?: Pair): SecureClient {
    return new SecureClient(this.service.tlsPort ?? 0, { ca: this.servers.pem, ...shown })
  }

  /** Opens an event stream on a connection of its own, which the caller closes. */
  events(shown?: Pair, headers: Record<string, string> = {}): ClientRequest {
    const { tlsPort: port } = this.service
    const path = '/api/stream?kinds=pods&snapshot=false'
    const made = get({ host: '127.0.0.1', port, path, headers, agent: false, ca: this.servers.pem, ...shown })
    // The response reports the end of the connection in both cases: cut by the service, or closed by the
    // caller.
    return made.on('error', () => undefined)
  }

  #file(name: string): string {
    return join(this.#folder, name)
  }
}
