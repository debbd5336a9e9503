import type { NarrativeEnd } from './model/narrator.ts'

/** The end of an answer without a narrative. */
export const NO_NARRATIVE: NarrativeEnd = {
  budget: { input: 0, output: 0, truncated: false },
  finish: 'complete',
}

/** Returns the members of an answer that tell about the model. */
export function endFields(model: string | null, { budget, finish, error }: NarrativeEnd) {
  return {
    model,
    budget: { ...budget },
    finish,
    ...(error === undefined ? {} : { modelError: { code: error.code, message: error.message } }),
  }
}
