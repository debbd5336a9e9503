/** Reasons for which there is no narrative. */
export const modelFailures = [
  'timeout',
  'refused',
  'rate-limited',
  'too-long',
  'unavailable',
  'budget',
] as const
export type ModelFailure = (typeof modelFailures)[number]

/** The model gave no answer, or no whole one. The message is short and safe for callers. */
export class ModelError extends Error {
  readonly code: ModelFailure

  constructor(code: ModelFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
