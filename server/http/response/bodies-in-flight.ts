import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { TooManyRequestsError, UnavailableError } from '../../core/errors.ts'
import { contextOf } from '../middleware/request-context.ts'
import type { MemoryAccount, MemoryLedger } from '../../core/memory-ledger.ts'

/**
 * Bodies are written in pieces of this size, each once the connection has taken the one before. Over TLS a connection
 * buffers an encrypted copy of the piece; without, the bytes are shared by all responses that send them.
 */
export const PIECE_BYTES = 512 * 1024
const TLS_PIECE_BYTES = 64 * 1024
/** Share of the ledger for the unsent bodies of one caller, and of all callers. */
const CALLER_SHARE = 1 / 4
const TOTAL_SHARE = 1 / 2
/** Most connections take a body within this time. */
const RETRY_SECONDS = 1

/** Approximate memory of an unfinished response besides its body. */
const RESPONSE_BYTES = 1024

/** Unsent bytes of one caller, or of all: distinct bodies, each counted once however many responses send it. */
class UnsentBytes {
  readonly #uses = new Map<Buffer, number>()
  bytes = 0
  /** Responses that contribute to the bytes. */
  responses = 0

  /** `overhead`: bytes of the response besides the body. */
  add(body: Buffer, overhead: number): void {
    const uses = this.#uses.get(body) ?? 0
    this.#uses.set(body, uses + 1)
    this.responses++
    this.bytes += overhead + (uses === 0 ? body.length : 0)
  }

  remove(body: Buffer, overhead: number): void {
    const uses = this.#uses.get(body) ?? 1
    if (uses > 1) this.#uses.set(body, uses - 1)
    else this.#uses.delete(body)
    this.responses--
    this.bytes -= overhead + (uses > 1 ? 0 : body.length)
  }
}

/**
 * Response bodies that are being encoded or sent, accounted for in the memory ledger. Clients that read slowly keep them
 * in memory, so a caller with too many unsent bytes gets 429, and everyone 503 while all together have too many.
 */
export class BodiesInFlight {
  readonly #account: MemoryAccount
  readonly #callerLimit: number
  readonly #totalLimit: number
  readonly #all = new UnsentBytes()
  readonly #ofCaller = new Map<string, UnsentBytes>()

  constructor(ledger: MemoryLedger) {
    this.#account = ledger.open('in_flight', () => false)
    this.#callerLimit = ledger.limit * CALLER_SHARE
    this.#totalLimit = ledger.limit * TOTAL_SHARE
  }

  /** Whether the caller of a response may have another body. */
  admits(response: ServerResponse): boolean {
    return this.#all.bytes <= this.#totalLimit && !this.#isOver(callerOf(response))
  }

  /** Throws TooManyRequestsError if the caller has too many unsent bytes, and UnavailableError if all together have. */
  admit(response: ServerResponse): void {
    if (this.#isOver(callerOf(response)))
      throw new TooManyRequestsError(
        `responses of more than ${mebibytes(this.#callerLimit)} MiB wait to be read by this caller: read or close them first`,
        RETRY_SECONDS,
      )
    if (this.#all.bytes > this.#totalLimit)
      throw new UnavailableError(
        `responses of more than ${mebibytes(this.#totalLimit)} MiB wait to be read by all callers: try again`,
        RETRY_SECONDS,
      )
  }

  /** Accounts for a body of a response until the returned function is called. */
  hold(response: ServerResponse, body: Buffer): () => void {
    const caller = callerOf(response)
    // TLS keeps an encrypted copy of the piece that is under way.
    const overhead = response.socket instanceof TLSSocket ? TLS_PIECE_BYTES : RESPONSE_BYTES
    this.#change(caller, (unsent) => unsent.add(body, overhead))
    return () => this.#change(caller, (unsent) => unsent.remove(body, overhead))
  }

  /** Accounts for the unsent bytes of an open response, as the returned function reports them, until it closes. */
  track(response: ServerResponse): (unsentBytes: number) => void {
    const caller = callerOf(response)
    let counted = 0
    this.#change(caller, (unsent) => unsent.responses++)
    // Each event of a stream is reported twice for each client, so nothing is looked up here.
    const ofCaller = this.#of(caller)
    const report = (unsentBytes: number): void => {
      const added = unsentBytes - counted
      if (added === 0) return
      counted = unsentBytes
      ofCaller.bytes += added
      this.#all.bytes += added
      this.#account.add(added)
    }
    response.once('close', () => {
      report(0)
      this.#change(caller, (unsent) => unsent.responses--)
    })
    return report
  }

  /** Sends a body in pieces, each once the connection has taken the one before, and accounts for it until then. */
  send(response: ServerResponse, body: Buffer): void {
    const pieceBytes = response.socket instanceof TLSSocket ? TLS_PIECE_BYTES : PIECE_BYTES
    if (response.req.method === 'HEAD' || body.length <= pieceBytes) response.end(body)
    else writeInPieces(response, body, pieceBytes)
    // Most bodies are with the operating system by now.
    const isSent = response.writableEnded && response.writableLength === 0
    if (!isSent && !response.destroyed) response.once('close', this.hold(response, body))
  }

  /** Applies a change to the bytes of a caller and of all, and to the ledger. */
  #change(caller: string, apply: (unsent: UnsentBytes) => void): void {
    const ofCaller = this.#of(caller)
    apply(ofCaller)
    if (ofCaller.responses === 0) this.#ofCaller.delete(caller)
    const before = this.#all.bytes
    apply(this.#all)
    this.#account.add(this.#all.bytes - before)
  }

  #of(caller: string): UnsentBytes {
    const known = this.#ofCaller.get(caller)
    if (known !== undefined) return known
    const unsent = new UnsentBytes()
    this.#ofCaller.set(caller, unsent)
    return unsent
  }

  #isOver(caller: string): boolean {
    return (this.#ofCaller.get(caller)?.bytes ?? 0) > this.#callerLimit
  }
}

function writeInPieces(response: ServerResponse, body: Buffer, pieceBytes: number): void {
  let from = 0
  const writeNext = (): void => {
    while (body.length - from > pieceBytes) {
      const piece = body.subarray(from, (from += pieceBytes))
      if (!response.write(piece)) {
        response.once('drain', writeNext)
        return
      }
    }
    response.end(body.subarray(from))
  }
  writeNext()
}

function callerOf(response: ServerResponse): string {
  return contextOf(response).caller?.name ?? ''
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
