import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const READ_BYTES = 256 * 1024

/** The parts of a response's head that a load generator uses. */
interface Head {
  status: number
  /** The Content-Length; undefined for a chunked body. */
  length: number | undefined
}

/** The callbacks of a connection. */
interface WireCallbacks {
  /** Called with the status when a response is complete, and with 0 when the connection closes. */
  answered: (status: number) => void
  /** Called with all received bytes, heads and bodies, which the next read overwrites. */
  taken?: (chunk: Buffer) => void
}

/** The read buffer of all connections: a new buffer for each read would take time from the measurement. */
const ROOM = Buffer.allocUnsafeSlow(READ_BYTES)

/**
 * Connects to the host of a URL and passes on received bytes, which the next read of any connection
 * overwrites.
 */
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
 * One keep-alive connection that sends prepared requests one after the other and reads each response to its
 * last byte. It costs little CPU, so that the measured limit is the server's.
 */
export class Wire {
  readonly #socket: Socket
  readonly #answered: (status: number) => void
  #head: Buffer = NOTHING
  /** Remaining bytes of the body; undefined before the head has been read, -1 for a chunked body. */
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
      // A chunked body ends with an empty chunk, which can only be in its last bytes.
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

/** Returns the bytes of a GET request. */
export function getRequest(url: URL, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
