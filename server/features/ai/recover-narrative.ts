import { reportFailure } from '../../core/background.ts'
import { NO_NARRATIVE } from './end-fields.ts'
import { ModelError } from './model/model-error.ts'
import type { NarrativeEnd } from './model/narrator.ts'

/**
 * Runs a narrative, of which any failure becomes part of the result: the findings are an answer without it. Rejects only if
 * the signal has fired.
 */
export async function recoverNarrative(
  signal: AbortSignal,
  narrate: () => Promise<NarrativeEnd>,
): Promise<NarrativeEnd> {
  try {
    return await narrate()
  } catch (error) {
    if (signal.aborted) throw error
    reportFailure('a narrative', error)
    return {
      ...NO_NARRATIVE,
      finish: 'failed',
      error: new ModelError('unavailable', 'the narrative could not be made; see the log of the service'),
    }
  }
}
