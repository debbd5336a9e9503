import type { ServerResponse } from 'node:http'
import type { Response } from 'express'

/** Answers that stay open, so that a drain can end them visibly. */
export class OpenStreams {
  readonly #open = new Set<Response>()

  get size(): number {
    return this.#open.size
  }

  /** Remembers an open answer until what is returned is called. */
  add(response: Response): () => void {
    this.#open.add(response)
    return () => this.#open.delete(response)
  }

  /** Cuts every open answer: a broken connection, never a clean end that would look like the whole log. */
  cut(): void {
    for (const response of this.#open) response.destroy()
  }
}

/** Where a process stands between starting and gone; readiness and new requests depend on it. */
export class Lifecycle {
  #phase: 'starting' | 'serving' | 'leaving' | 'draining' = 'starting'
  readonly #answers = new Set<ServerResponse>()

  /** The listeners are up and the configuration is read. */
  serving(): void {
    this.#phase = 'serving'
  }

  /**
   * Not ready any more, still answering: endpoints need a moment to learn of it. Each connection ends with its next answer,
   * so that who keeps it opens another, which leads elsewhere, before this one would be cut.
   */
  leaving(): void {
    this.#phase = 'leaving'
    for (const response of this.#answers) endAfter(response)
    this.#answers.clear()
  }

  /** An answer is about to be made; where the process leaves before its head is sent, it says that its connection ends. */
  answers(response: ServerResponse): void {
    if (this.ready) {
      this.#answers.add(response)
      response.once('close', () => this.#answers.delete(response))
    } else if (this.#phase !== 'starting') endAfter(response)
  }

  /** New requests are refused, those under way finish. */
  draining(): void {
    this.#phase = 'draining'
  }

  get ready(): boolean {
    return this.#phase === 'serving'
  }

  get refusing(): boolean {
    return this.#phase === 'draining'
  }

  get phase(): string {
    return this.#phase
  }
}

/** HTTP/1.1 keeps a connection unless it is told otherwise (RFC 9112 §9.6). */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
