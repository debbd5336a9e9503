import type { ModelPrompt } from './build-prompt.ts'

/** Tokens that the model has counted; undefined: it has not said. */
export interface ModelUsage {
  readonly input: number | undefined
  readonly output: number | undefined
}

/** Words of the model, or the end of its answer. */
export type ModelPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: ModelUsage }
  | { readonly kind: 'end'; readonly isCut: boolean }

/** A language model. */
export interface LanguageModel {
  readonly name: string
  /** Sends a prompt. Rejects with ModelError, or with the reason of the signal. */
  answer(prompt: ModelPrompt, signal: AbortSignal): AsyncIterable<ModelPart>
}
