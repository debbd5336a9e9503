/** Gives turns, one in each turn of the event loop: however many wait, others are served between any two. */
export class Turns {
  #last = Promise.resolve()

  async next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)))
    await this.#last
  }
}
