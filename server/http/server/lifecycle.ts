import type { ServerResponse } from 'node:http'
import type { Response } from 'express'

/** The responses that stay open, so that a shutdown can abort them. */
export class OpenResponses {
  readonly #open = new Set<Response>()

  get size(): number {
    return this.#open.size
  }

  /** Registers an open response until the returned function is called. */
  add(response: Response): () => void {
    this.#open.add(response)
    return () => this.#open.delete(response)
  }

  /** Aborts every open response: the broken connection shows that the log is incomplete. */
  abortAll(): void {
    for (const response of this.#open) response.destroy()
  }
}

/** Lifecycle of the process; readiness and the acceptance of requests depend on it. */
export class Lifecycle {
  #phase: 'starting' | 'serving' | 'leaving' | 'draining' = 'starting'
  readonly #answers = new Set<ServerResponse>()

  /** The listeners are open and the configuration is loaded. */
  serving(): void {
    this.#phase = 'serving'
  }

  /**
   * Not ready any more, but still serving, because endpoints need a moment to be updated. Every connection is
   * closed after its next response, so that clients reconnect to another replica before this one stops.
   */
  beginShutdown(): void {
    this.#phase = 'leaving'
    for (const response of this.#answers) endAfter(response)
    this.#answers.clear()
  }

  /**
   * Registers a response that is about to be computed. If the shutdown begins before its head is sent, it
   * closes its connection.
   */
  trackResponse(response: ServerResponse): void {
    if (this.ready) {
      this.#answers.add(response)
      response.once('close', () => this.#answers.delete(response))
    } else if (this.#phase !== 'starting') endAfter(response)
  }

  /** New requests are rejected; those in flight finish. */
  draining(): void {
    this.#phase = 'draining'
  }

  get ready(): boolean {
    return this.#phase === 'serving'
  }

  get isDraining(): boolean {
    return this.#phase === 'draining'
  }

  get phase(): string {
    return this.#phase
  }
}

/** HTTP/1.1 keeps connections open by default (RFC 9112 §9.6). */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
