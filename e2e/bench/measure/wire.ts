import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const READ_BYTES = 256 * 1024

/** The head of an answer, as far as a load generator needs it. */
interface Head {
  status: number
  /** Bytes of the body; undefined where it comes in chunks. */
  length: number | undefined
}

/** Who is told of what a connection brings. */
interface WireCallbacks {
  /** The status when an answer has ended, 0 when the connection has. */
  answered: (status: number) => void
  /** What arrives, heads and bodies alike, in bytes that the next read overwrites. */
  taken?: (chunk: Buffer) => void
}

/** Read into by all connections, again and again: a buffer for each read would take time from what is measured. */
const ROOM = Buffer.allocUnsafeSlow(READ_BYTES)

/** A connection to where a URL leads; what arrives is handed on in bytes that the next read of any connection overwrites. */
export function connectTo({ hostname, port }: URL, take: (chunk: Buffer) => void): Socket {
  return connect({
    port: Number(port),
    host: hostname,
    onread: {
      buffer: ROOM,
      callback: (bytes, buffer) => {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes))
        return true
      },
    },
  })
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

  private constructor(url: URL, { answered, taken }: WireCallbacks) {
    this.#answered = answered
    const socket = connectTo(url, (chunk) => {
      taken?.(chunk)
      this.#take(chunk)
    })
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
  }

  static async open(url: URL, told: WireCallbacks): Promise<Wire> {
    const wire = new Wire(url, told)
    await once(wire.#socket, 'connect')
    wire.#socket.on('close', () => told.answered(0))
    return wire
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
        this.#head = Buffer.from(read)
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
