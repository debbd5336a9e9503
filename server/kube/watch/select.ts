import { matches, parseSelector, SelectorError, type Requirement } from '../../grammar/selector.ts'
import { InvalidRequest } from '../../errors.ts'
import type { Kind } from '../kinds.ts'
import type { Entry } from './entry.ts'

/** What of a kind is wanted; the words are those of a list. */
export interface Selection {
  labelSelector?: string
  fieldSelector?: string
  /** Only what one of these uids controls. The API server cannot select by it. */
  controlledBy?: readonly string[]
}

/** A selection read once: what the index can find at once, and what each entry is then held against. */
export interface Selector<T> {
  readonly indexed: string | undefined
  readonly controlledBy: readonly string[] | undefined
  readonly selects: (entry: Entry<T>) => boolean
}

/** Selects all there is. */
export const everything: Selector<unknown> = {
  indexed: undefined,
  controlledBy: undefined,
  selects: () => true,
}

/**
 * Reads a selection. Undefined where it names a field this kind has not declared: only the API server can then select.
 * Throws InvalidRequest for a label selector that is none.
 */
export function selectorFor<T>(kind: Kind<T>, selection: Selection): Selector<T> | undefined {
  const { labelSelector, fieldSelector, controlledBy } = selection
  if (labelSelector === undefined && fieldSelector === undefined && controlledBy === undefined)
    return everything
  const labels = labelRequirements(labelSelector)
  const names: readonly string[] = kind.fields ?? []
  const terms = fieldTerms(fieldSelector)
  if (terms.some((term) => !names.includes(term.field))) return undefined
  const wanted = terms.map((term) => ({ ...term, at: names.indexOf(term.field) }))
  const controllers = controlledBy === undefined ? undefined : new Set(controlledBy)
  return {
    indexed: wanted.find((term) => term.at === 0 && term.equal)?.value,
    controlledBy,
    selects: (entry) =>
      (controllers === undefined || controllers.has(entry.controller ?? '')) &&
      wanted.every((term) => (entry.field(term.at) === term.value) === term.equal) &&
      matches(labels, entry.labels),
  }
}

function labelRequirements(text: string | undefined): readonly Requirement[] {
  try {
    return text === undefined ? [] : parseSelector(text)
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw new InvalidRequest([{ in: 'query', name: 'labelSelector', message: error.message }])
  }
}

/** `a=b,c!=d`; the values are names and phases, which need no escaping. Source: apimachinery/pkg/fields, ParseSelector. */
function fieldTerms(text: string | undefined): { field: string; equal: boolean; value: string }[] {
  return (text ?? '')
    .split(',')
    .filter((term) => term !== '')
    .map((term) => {
      const at = term.indexOf('=')
      const equal = term[at - 1] !== '!'
      return { field: term.slice(0, equal ? at : at - 1), equal, value: term.slice(at + 1) }
    })
}
