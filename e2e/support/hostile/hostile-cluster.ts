import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Random } from '../../oracle/random.ts'
import { oddWriters, sendRefusal, sendWhole } from './odd-http.ts'
import { OddJson } from './odd-json.ts'
import { OddWatch } from './odd-watch.ts'
import { RawServer, type RawApiRequest } from './raw-server.ts'

const EXPIRED = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version',
  reason: 'Expired',
  code: 410,
})

/** Documents in the place of others. */
const OTHER_DOCUMENTS = [
  '{"kind":"Status","apiVersion":"v1","status":"Failure","code":200,"message":"no","reason":"Forbidden"}',
  '{"kind":"Status","apiVersion":"v1","status":"Success"}',
  '{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}',
  '{"kind":"PodList","apiVersion":"v1","items":{"0":{}}}',
  '{"items":[null,1,"x",[],{}]}',
  '{"metadata":null,"items":null}',
  '{"metadata":{"continue":{}},"items":[]}',
  '[]',
  'null',
  'true',
  '"text"',
  '0',
  '',
  ' ',
  '{}',
  '\ufeff{}',
  '['.repeat(100_000),
]

interface TrueResponse {
  readonly code: number
  readonly body: Buffer
}

/** The phase in which the cluster lies, or tells the truth. */
interface Phase {
  readonly number: number
  readonly lies: boolean
  /** Whether lies include resourceVersions that do not compare. */
  readonly unordered: boolean
}

/**
 * An API server in front of a demo cluster that answers with lies of a grammar, or with the truth. Each lie is determined by the
 * seed, the phase, the request and the number of the same requests before it in that phase.
 *
 * The truth is consistent: when it begins, all connections are reset, and the first watch of each collection that is resumed is
 * expired (410), so that it has to be listed anew, as with an etcd that was restored. A cache that is live after that must hold the truth and nothing else.
 */
export class HostileCluster {
  readonly #demo: { url: string; token: string }
  readonly #seed: number
  readonly #occurrences = new Map<string, number>()
  readonly #complete = new Set<string>()
  /** Collections of which a watch was expired since the truth began. */
  readonly #expired = new Set<string>()
  #server: RawServer | undefined
  #phase: Phase = { number: 0, lies: false, unordered: false }
  /** Requests answered with lies. */
  lies = 0

  static async open(demo: { url: string; token: string }, seed: number): Promise<HostileCluster> {
    const cluster = new HostileCluster(demo, seed)
    cluster.#server = await RawServer.open((request, socket) => cluster.#answer(request, socket))
    return cluster
  }

  private constructor(demo: { url: string; token: string }, seed: number) {
    this.#demo = demo
    this.#seed = seed
  }

  get url(): string {
    return this.#server?.url ?? ''
  }

  /** Paths of collections that were read whole since the truth began. */
  get complete(): ReadonlySet<string> {
    return this.#complete
  }

  /** Begins to lie; open watches go on with the truth until they end. */
  lie(unordered: boolean): void {
    this.#begin({ number: this.#phase.number + 1, lies: true, unordered })
  }

  /** Begins to tell the truth, and resets every connection. */
  tellTruth(): void {
    this.#begin({ number: this.#phase.number + 1, lies: false, unordered: false })
    this.#server?.cut()
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }

  #begin(phase: Phase): void {
    this.#phase = phase
    this.#occurrences.clear()
    this.#complete.clear()
    this.#expired.clear()
  }

  #answer(request: RawApiRequest, socket: Socket): void {
    const { lies } = this.#phase
    const random = this.#randomFor(request)
    const isReview = request.method !== 'GET'
    if (!lies || random.chance(isReview ? 0.8 : 0.06)) this.#tell(request, socket)
    else {
      this.lies++
      this.#fetch(request, (truth) => this.#lie(request, socket, truth, random))
    }
  }

  #randomFor({ method, url, body }: RawApiRequest): Random {
    const name = `${this.#seed} ${this.#phase.number} ${method} ${url.pathname} ${url.searchParams.get('watch') ?? ''} ${body}`
    const count = (this.#occurrences.get(name) ?? 0) + 1
    this.#occurrences.set(name, count)
    let hash = 2_166_136_261 + count
    for (let index = 0; index < name.length; index++)
      hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619)
    return new Random(hash)
  }

  #tell(request: RawApiRequest, socket: Socket): void {
    const { pathname, searchParams } = request.url
    const watches = searchParams.has('watch')
    const resumes = watches && !searchParams.has('sendInitialEvents')
    const expires = resumes && !this.#phase.lies && !this.#expired.has(pathname)
    if (expires) this.#expired.add(pathname)
    if (expires) sendWhole(socket, 410, Buffer.from(EXPIRED))
    else if (watches) this.#stream(request, socket)
    else
      this.#fetch(request, ({ code, body }) => {
        if (!searchParams.has('continue')) this.#completed(pathname, socket)
        sendWhole(socket, code, body)
      })
  }

  #lie({ url }: RawApiRequest, socket: Socket, { code, body }: TrueResponse, random: Random): void {
    if (socket.destroyed) return
    const rate = random.pick([0.002, 0.01, 0.05, 0.3])
    const odd = new OddJson(random, { rate, unordered: this.#phase.unordered })
    const lie = random.next()
    if (lie < 0.14) sendRefusal(socket, random)
    else if (lie < 0.15) setTimeout(() => sendWhole(socket, code, body), random.below(60))
    else if (lie < 0.152) return
    else if (url.searchParams.has('watch') && lie < 0.85) new OddWatch(socket, random, odd).send(parsed(body))
    else if (lie < 0.3)
      random.pick(oddWriters)(socket, random.chance(0.5) ? body : odd.bytes(parsed(body)), random)
    else if (lie < 0.4) sendWhole(socket, random.pick([code, 200]), Buffer.from(random.pick(OTHER_DOCUMENTS)))
    else if (lie < 0.44) sendWhole(socket, code, Buffer.from(endlessPage(parsed(body))))
    else sendWhole(socket, code, odd.bytes(parsed(body)))
  }

  /** Records that a collection is read whole, unless the truth began after its request, so that the connection was reset. */
  #completed(pathname: string, socket: Socket): void {
    if (!socket.destroyed) this.#complete.add(pathname)
  }

  /** Fetches the true response; that to a watch is the list. */
  #fetch(request: RawApiRequest, use: (truth: TrueResponse) => void): void {
    const url = new URL(request.url)
    if (url.searchParams.has('watch')) url.search = ''
    this.#send({ ...request, url }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => use({ code: response.statusCode ?? 500, body: Buffer.concat(chunks) }))
    })
  }

  /** Passes a true watch on as it comes. */
  #stream(request: RawApiRequest, socket: Socket): void {
    const carried = this.#send(request, (response) => {
      this.#completed(request.url.pathname, socket)
      socket.write(`HTTP/1.1 ${response.statusCode} Any\r\nContent-Type: application/json\r\n\r\n`)
      response.pipe(socket)
    })
    socket.on('close', () => carried.destroy())
  }

  #send({ method, url, body }: RawApiRequest, use: (response: IncomingMessage) => void) {
    const headers = { authorization: `Bearer ${this.#demo.token}`, 'content-type': 'application/json' }
    const sent = httpRequest(this.#demo.url + url.pathname + url.search, { method, headers }, use)
    // A watch is closed with the socket of its reader.
    sent.on('error', () => undefined)
    return sent.end(body)
  }
}

/** Returns a page whose continue token leads to itself. */
function endlessPage(list: unknown): string {
  const { metadata, ...rest } =
    typeof list === 'object' && list !== null ? { metadata: {}, ...list } : { metadata: {} }
  return JSON.stringify({ ...rest, metadata: { ...metadata, continue: 'again' } })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body.toString()
  }
}
