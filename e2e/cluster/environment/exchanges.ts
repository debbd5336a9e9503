import type { Socket } from 'node:net'

const KEPT = 3
const SHOWN_BYTES = 4096

interface Exchange {
  asked: string
  answered: string
}

/**
 * Records the last requests and responses of a test as sent over the network, for the report of a failure.
 */
export class Exchanges {
  #last: Exchange[] = []
  #notes: string[] = []

  record(near: Socket, far: Socket): void {
    let exchange: Exchange | undefined
    let answering = true
    near.on('data', (chunk: Buffer) => {
      if (exchange === undefined || answering) exchange = this.#begin()
      answering = false
      exchange.asked = grown(exchange.asked, chunk)
    })
    far.on('data', (chunk: Buffer) => {
      answering = true
      if (exchange !== undefined) exchange.answered = grown(exchange.answered, chunk)
    })
  }

  note(line: string): void {
    this.#notes = [...this.#notes, line].slice(-20)
  }

  clear(): void {
    this.#last = []
    this.#notes = []
  }

  text(): string {
    const exchanges = this.#last.map(({ asked, answered }) => `> ${asked.trimEnd()}\n< ${answered.trimEnd()}`)
    return [...exchanges, ...this.#notes].join('\n')
  }

  #begin(): Exchange {
    const exchange = { asked: '', answered: '' }
    this.#last = [...this.#last, exchange].slice(-KEPT)
    return exchange
  }
}

function grown(text: string, chunk: Buffer): string {
  return (text + chunk.toString()).slice(0, SHOWN_BYTES)
}
