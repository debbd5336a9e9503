import type { Body } from './api.ts'

type Troubleshooting = Exclude<Body<'troubleshoot'>, { readonly prompt: string }>
export type Conclusion = Troubleshooting['findings'][number]
/** The end of an explanation: its summary, and how the model ended. */
export type ExplanationEnd = Omit<Troubleshooting, 'findings' | 'narrative'>

/** An explanation as far as its stream has come. */
export interface Explanation {
  readonly findings: readonly Conclusion[]
  readonly narrative: string
  readonly end: ExplanationEnd | undefined
}

export const NO_EXPLANATION: Explanation = { findings: [], narrative: '', end: undefined }

/** Returns an explanation after an event of its stream; events of other names change nothing. */
export function advance(explanation: Explanation, event: string, data: unknown): Explanation {
  const { findings, narrative } = explanation
  if (event === 'finding') return { ...explanation, findings: [...findings, data as Conclusion] }
  if (event === 'narrative')
    return { ...explanation, narrative: narrative + (data as { readonly text: string }).text }
  if (event === 'done') return { ...explanation, end: data as ExplanationEnd }
  return explanation
}

/** A part of a narrative: words, or the id of an evidence that they cite. */
export interface NarrativePart {
  readonly text: string
  readonly isCitation: boolean
}

/** Returns a narrative in words and the ids that it cites: `[e1, e2]` has two. */
export function splitCitations(narrative: string): readonly NarrativePart[] {
  return narrative
    .split(/(\[e\d+(?:,\s*e\d+)*\])/)
    .flatMap((part, index) =>
      index % 2 === 0
        ? [{ text: part, isCitation: false }]
        : (part.match(/e\d+/g) ?? []).map((text) => ({ text, isCitation: true })),
    )
    .filter(({ text }) => text !== '')
}

/** Returns the words about the part of the model; undefined: its words are whole. */
export function describeModel({ model, modelError, finish, budget }: ExplanationEnd): string | undefined {
  if (model === null)
    return 'No model is configured: the findings are those of the rules, and nothing is sent anywhere. The operator of this service can set one: ai.provider in the values of the Helm release.'
  if (modelError !== undefined) return `The model ${model} gave no whole answer: ${modelError.message}.`
  const cut = finish === 'complete' ? [] : ['Its answer is not complete.']
  const truncated = budget.truncated ? ['Some facts were left out, for the limit of tokens.'] : []
  const words = [...cut, ...truncated].join(' ')
  return words === '' ? undefined : words
}
