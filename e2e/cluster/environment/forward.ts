import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { until } from '../../support/until.ts'
import { Exchanges } from './exchanges.ts'

interface Ports {
  api: number
  operations: number
}

const REMOTE: Readonly<Record<string, keyof Ports>> = { '8080': 'api', '9090': 'operations' }

/**
 * Access to a Service of the cluster: a `kubectl port-forward` behind two local addresses that stay the same.
 * The port-forward is restarted whenever it ends, because a single reset connection can end it. `exchanges`
 * records the traffic.
 */
export class Forward {
  readonly exchanges = new Exchanges()
  readonly #command: readonly string[]
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  #child: ChildProcess | undefined
  #ports = Promise.withResolvers<Ports>()
  #known = false
  #closed = false
  #listening: Ports = { api: 0, operations: 0 }

  private constructor(command: readonly string[]) {
    this.#command = command
  }

  static async open(kubeconfig: string, namespace: string, service: string): Promise<Forward> {
    const args = ['--kubeconfig', kubeconfig, '--namespace', namespace, 'port-forward', `service/${service}`]
    const forward = new Forward([...args, ':80', ':9090'])
    forward.#start()
    forward.#listening = {
      api: await forward.#listen('api'),
      operations: await forward.#listen('operations'),
    }
    await forward.answering()
    return forward
  }

  get api(): string {
    return `http://127.0.0.1:${this.#listening.api}`
  }

  get operations(): string {
    return `http://127.0.0.1:${this.#listening.operations}`
  }

  /** Closes all connections and starts a port-forward to a current Pod. */
  async renew(): Promise<void> {
    const ended = this.#child
    for (const socket of this.#sockets) socket.destroy()
    this.#forget()
    ended?.kill()
    await until('the old port-forward to end', () => (this.#child === ended ? undefined : true))
    await this.answering()
  }

  async answering(): Promise<void> {
    await until('the service to answer through the port-forward', async () => {
      const answer = await fetch(`${this.operations}/readyz`, { headers: { connection: 'close' } })
      return answer.status === 200 ? true : undefined
    })
  }

  close(): void {
    this.#closed = true
    this.#child?.kill()
    for (const server of this.#servers) server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #start(): void {
    const child = spawn('kubectl', this.#command, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    const ports: Partial<Ports> = {}
    createInterface(child.stdout).on('line', (line) => {
      const [, local, remote = ''] = /^Forwarding from 127\.0\.0\.1:(\d+) -> (\d+)/.exec(line) ?? []
      const which = REMOTE[remote]
      if (which !== undefined) ports[which] = Number(local)
      const { api, operations } = ports
      if (api === undefined || operations === undefined) return
      this.#known = true
      this.#ports.resolve({ api, operations })
    })
    createInterface(child.stderr).on('line', (line) => this.exchanges.note(`port-forward: ${line}`))
    child.on('close', () => {
      if (this.#closed) return
      this.#forget()
      // The pause gives the API server time to learn of a new Pod.
      setTimeout(() => this.#start(), 100)
    })
  }

  /** Makes new connections wait for the next port-forward. Connections that wait already go on waiting. */
  #forget(): void {
    if (this.#known) this.#ports = Promise.withResolvers<Ports>()
    this.#known = false
  }

  async #listen(which: keyof Ports): Promise<number> {
    const server = createServer({ allowHalfOpen: true }, (near) => void this.#carry(near, which))
    this.#servers.push(server)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    server.listen(0, '127.0.0.1', () => resolve(undefined))
    await promise
    return (server.address() as AddressInfo).port
  }

  async #carry(near: Socket, which: keyof Ports): Promise<void> {
    this.#keep(near)
    const ports = await this.#ports.promise
    if (near.destroyed) return
    const far = connect({ port: ports[which], host: '127.0.0.1', allowHalfOpen: true })
    this.#keep(far)
    if (which === 'api') this.exchanges.record(near, far)
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
