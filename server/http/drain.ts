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

  /** The listeners are up and the configuration is read. */
  serving(): void {
    this.#phase = 'serving'
  }

  /** Not ready any more, still answering: endpoints need a moment to learn of it. */
  leaving(): void {
    this.#phase = 'leaving'
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
