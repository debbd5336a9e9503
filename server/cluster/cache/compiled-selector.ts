import {
  matches,
  parseLabelSelector,
  SelectorError,
  type Requirement,
} from '../../core/formats/label-selector.ts'
import { InvalidRequestError } from '../../core/errors.ts'
import type { Kind } from '../kind.ts'
import type { CachedObject } from './cached-object.ts'

/** Selects objects of a kind, with the parameters of a list. */
export interface Selection {
  labelSelector?: string
  fieldSelector?: string
  /** Only objects whose controller has one of these uids. The API server has no selector for that. */
  controlledBy?: readonly string[]
}

/** A compiled selection: the keys to look up in an index, and a predicate for each cached object. */
export interface Selector<T> {
  readonly indexed: string | undefined
  readonly controlledBy: readonly string[] | undefined
  readonly selects: (entry: CachedObject<T>) => boolean
}

/** Selects every object. */
export const everything: Selector<unknown> = {
  indexed: undefined,
  controlledBy: undefined,
  selects: () => true,
}

/**
 * Compiles a selection. Undefined if it uses a field that the kind does not declare, so that only the API
 * server can select by it. Throws InvalidRequest for an invalid label selector.
 */
export function selectorFor<T>(kind: Kind<T>, selection: Selection): Selector<T> | undefined {
  const { labelSelector, fieldSelector, controlledBy } = selection
  if (labelSelector === undefined && fieldSelector === undefined && controlledBy === undefined)
    return everything
  const labels = labelRequirements(labelSelector)
  const names: readonly string[] = kind.fields ?? []
  const terms = fieldTerms(fieldSelector)
  if (terms.some((term) => !names.includes(term.field))) return undefined
  const indexed = terms.map((term) => ({ ...term, at: names.indexOf(term.field) }))
  const controllers = controlledBy === undefined ? undefined : new Set(controlledBy)
  return {
    indexed: indexed.find((term) => term.at === 0 && term.equal)?.value,
    controlledBy,
    selects: (entry) =>
      (controllers === undefined || controllers.has(entry.controller ?? '')) &&
      indexed.every((term) => (entry.field(term.at) === term.value) === term.equal) &&
      matches(labels, entry.labels),
  }
}

function labelRequirements(text: string | undefined): readonly Requirement[] {
  try {
    return text === undefined ? [] : parseLabelSelector(text)
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    throw new InvalidRequestError([{ in: 'query', name: 'labelSelector', message: error.message }])
  }
}

/**
 * Parses `a=b,c!=d`. The values are names and phases, which need no escaping. Source:
 * apimachinery/pkg/fields, ParseSelector.
 */
function fieldTerms(text: string | undefined): { field: string; equal: boolean; value: string }[] {
  return (text ?? '')
    .split(',')
    .filter((term) => term !== '')
    .map((term) => {
      const separator = term.indexOf('=')
      const equal = term[separator - 1] !== '!'
      return {
        field: term.slice(0, equal ? separator : separator - 1),
        equal,
        value: term.slice(separator + 1),
      }
    })
}
