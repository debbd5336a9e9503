import type { Kind } from '../kinds.ts'
import {
  type FieldSelector,
  checkFieldLabels,
  matchesFields,
  parseFieldSelector,
} from '../selectors/fields.ts'
import { type LabelSelector, matchesLabels, parseLabelSelector } from '../selectors/labels.ts'
import { type FieldError, badRequest, failure, invalid, quote } from '../status.ts'
import type { ResourceCall } from './request.ts'
import { booleanOf, integerOf } from './query.ts'
import type { Revision } from '../change.ts'

/** metav1.ListOptions after decoding, validation and conversion of field labels. */
export interface ListOptions {
  watch: boolean
  labels: LabelSelector
  fields: FieldSelector
  resourceVersion: string
  match: string
  limit: number
  continue: string
  timeoutSeconds: number | undefined
  bookmarks: boolean
  sendInitialEvents: boolean | undefined
}

/** Decodes list options in the order of the API server's ListResource, with its errors. */
export function listOptions({ query, kind, target }: ResourceCall): ListOptions {
  const options: ListOptions = {
    labels: parseLabelSelector(query.get('labelSelector') ?? ''),
    fields: parseFieldSelector(query.get('fieldSelector') ?? ''),
    watch: booleanOf(query.get('watch')),
    bookmarks: booleanOf(query.get('allowWatchBookmarks')),
    resourceVersion: query.get('resourceVersion') ?? '',
    match: query.get('resourceVersionMatch') ?? '',
    timeoutSeconds: integerOf(query.get('timeoutSeconds')),
    limit: Math.max(integerOf(query.get('limit')) ?? 0, 0),
    continue: query.get('continue') ?? '',
    sendInitialEvents: query.has('sendInitialEvents') ? booleanOf(query.get('sendInitialEvents')) : undefined,
  }
  const errors = options.watch ? watchErrors(options) : listErrors(options)
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  checkFieldLabels(options.fields, kind)
  // Version 0 is served from the watch cache, which ignores the limit.
  if (options.resourceVersion === '0' && options.continue === '') options.limit = 0
  if (target.resource !== undefined && target.pathName !== '') {
    options.fields = [{ label: 'metadata.name', value: target.pathName, equal: true }]
  }
  return options
}

/** Whether a revision matches label and field selectors. */
export function selects(options: ListOptions, kind: Kind, { object }: Revision): boolean {
  return matchesLabels(options.labels, object.metadata.labels) && matchesFields(options.fields, kind, object)
}

/** Parses a resourceVersion parameter. An invalid one is a 400 for lists and a plain 500 for watches. */
export function versionOf(text: string, watch: boolean): number {
  if (text === '') return 0
  if (/^[0-9]{1,19}$/.test(text)) return Number(text)
  const why = `resourceVersion: Invalid value: ${quote(text)}: strconv.ParseUint: parsing ${quote(text)}: invalid syntax`
  throw watch ? failure(500, '', why) : badRequest(`invalid resource version: ${why}`)
}

function forbid(field: string, why: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` }
}

const matchField = 'resourceVersionMatch'

function listErrors({
  match,
  resourceVersion,
  continue: token,
  sendInitialEvents,
}: ListOptions): FieldError[] {
  const errors: FieldError[] = []
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(forbid(matchField, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
    }
    if (token !== '') {
      errors.push(forbid(matchField, 'resourceVersionMatch is forbidden when continue is provided'))
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(unsupported(match, '"Exact", "NotOlderThan", ""'))
    }
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(forbid(matchField, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbid('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

function watchErrors({ match, continue: token, sendInitialEvents }: ListOptions): FieldError[] {
  const errors: FieldError[] = []
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(forbid(matchField, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
  }
  if (match !== '') {
    if (sendInitialEvents === undefined) {
      const why = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
      errors.push(forbid(matchField, why))
    }
    if (match !== 'NotOlderThan') errors.push(unsupported(match, '"NotOlderThan"'))
    if (token !== '') {
      errors.push(forbid(matchField, 'resourceVersionMatch is forbidden when continue is provided'))
    }
  }
  return errors
}

function unsupported(match: string, supported: string): FieldError {
  const message = `Unsupported value: ${quote(match)}: supported values: ${supported}`
  return { reason: 'FieldValueNotSupported', field: matchField, message }
}
