import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/** The head of an answer, as far as a load generator needs it. */
interface Head {
  status: number
  /** Bytes of the body; undefined where it comes in chunks. */
  length: number | undefined
}

/**
 * One keep-alive connection that sends ready-made requests one after the other and reads answers to their last byte: a
 * client that costs little, so that what is measured is the server.
 */
export class Wire {
  readonly #socket: Socket
  readonly #answered: (status: number) => void
  #head: Buffer = NOTHING
  /** What is left of a body; undefined before its head is read, -1 for one in chunks. */
  #left: number | undefined
  #status = 0
  #tail = ''

  /** `answered` is told the status when an answer has ended, 0 when the connection has. */
  private constructor(socket: Socket, answered: (status: number) => void) {
    this.#socket = socket
    this.#answered = answered
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => answered(0))
  }

  /** `taken` sees what arrives, heads and bodies alike. */
  static async open(
    url: URL,
    answered: (status: number) => void,
    taken?: (chunk: Buffer) => void,
  ): Promise<Wire> {
    const socket = connect(Number(url.port), url.hostname)
    if (taken !== undefined) socket.on('data', taken)
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(undefined))
      socket.once('error', reject)
    })
    return new Wire(socket, answered)
  }

  send(request: string): void {
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#left === undefined) {
      const read = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
      const end = read.indexOf(HEAD_END)
      if (end < 0) {
        this.#head = read
        return
      }
      const { status, length } = headOf(read.toString('latin1', 0, end))
      this.#head = NOTHING
      this.#status = status
      this.#left = length ?? -1
      this.#body(read.subarray(end + HEAD_END.length))
    } else this.#body(chunk)
  }

  #body(chunk: Buffer): void {
    if (this.#left === -1) {
      // A chunked body ends with an empty chunk; only its last bytes can be that.
      this.#tail = (this.#tail + chunk.toString('latin1', Math.max(chunk.length - 5, 0))).slice(-5)
      if (this.#tail !== '0\r\n\r\n') return
    } else {
      this.#left = (this.#left ?? 0) - chunk.length
      if (this.#left > 0) return
    }
    this.#left = undefined
    this.#tail = ''
    this.#answered(this.#status)
  }
}

export function headOf(text: string): Head {
  const status = Number(text.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (status === 304 || status === 204) return { status, length: 0 }
  return { status, length: length === undefined ? undefined : Number(length) }
}

/** A GET as it goes over the wire. */
export function getRequest(url: URL, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
