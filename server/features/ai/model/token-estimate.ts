/** Bytes of a token in logs and JSON; prose has more, hexadecimal text less. */
const DEFAULT_BYTES = 2
const MIN_BYTES = 1.2
const MAX_BYTES = 4.5
/** Weight of the newest answer in the average. */
const WEIGHT = 0.3

/** Estimate of the tokens in a text, by its bytes, which the usage that the model reports corrects. */
export class TokenEstimate {
  #bytesPerToken = DEFAULT_BYTES

  of(text: string): number {
    return Math.ceil(Buffer.byteLength(text) / this.#bytesPerToken)
  }

  /** Corrects the estimate by the tokens that the model has counted in a text. */
  correct(text: string, tokens: number): void {
    if (!Number.isFinite(tokens) || tokens <= 0) return
    const measured = Math.min(MAX_BYTES, Math.max(MIN_BYTES, Buffer.byteLength(text) / tokens))
    this.#bytesPerToken += WEIGHT * (measured - this.#bytesPerToken)
  }
}
