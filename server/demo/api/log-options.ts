import { type FieldError, badRequest, invalid, quote } from '../status.ts'
import type { ResourceCall } from './request.ts'
import { booleanOf, integerOf } from './query.ts'

/** core/v1 PodLogOptions after decoding and validation. */
export interface LogOptions {
  container: string
  follow: boolean
  previous: boolean
  timestamps: boolean
  tailLines: number | undefined
  limitBytes: number | undefined
  since: number | undefined
}

/** Decodes log options; rejects invalid ones with the messages of ValidatePodLogOptions. */
export function logOptions({ query, name }: ResourceCall, now: number): LogOptions {
  const sinceSeconds = integerOf(query.get('sinceSeconds'))
  const sinceTime = timeOf(query.get('sinceTime'))
  const tailLines = integerOf(query.get('tailLines'))
  const limitBytes = integerOf(query.get('limitBytes'))
  const errors: FieldError[] = []
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(fault('tailLines', tailLines, 'must be greater than or equal to 0'))
  }
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(fault('limitBytes', limitBytes, 'must be greater than 0'))
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    const message = 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'
    errors.push({ reason: 'FieldValueForbidden', field: '[]', message })
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(fault('sinceSeconds', sinceSeconds, 'must be greater than 0'))
  }
  if (query.has('stream')) {
    errors.push({
      reason: 'FieldValueForbidden',
      field: 'stream',
      message: 'Forbidden: may not be specified',
    })
  }
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, name, errors)
  return {
    container: query.get('container') ?? '',
    follow: booleanOf(query.get('follow')),
    previous: booleanOf(query.get('previous')),
    timestamps: booleanOf(query.get('timestamps')),
    tailLines,
    limitBytes,
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
  }
}

function fault(field: string, value: number, why: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${value}: ${why}` }
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function timeOf(value: string | null): number | undefined {
  if (value === null) return undefined
  if (rfc3339.test(value)) return Date.parse(value)
  const text = quote(value)
  throw badRequest(`parsing time ${text} as "2006-01-02T15:04:05Z07:00": cannot parse ${text} as "2006"`)
}
