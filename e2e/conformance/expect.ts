import { expect } from 'chai'
import type { Answer, Json } from './client.ts'

/** A refusal, as much of it as matters: what is not given is not looked at, but details and metadata always are. */
export interface Refusal {
  code: number
  reason?: string
  message: string
  details?: Json
}

/** Expects a Status that says exactly this. */
export function expectRefusal({ status, headers, json }: Answer, refusal: Refusal): void {
  expect(json, 'the body is a Status').to.deep.equal({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: refusal.message,
    ...(refusal.reason === undefined ? {} : { reason: refusal.reason }),
    ...(refusal.details === undefined ? {} : { details: refusal.details }),
    code: refusal.code,
  })
  expect(status).to.equal(refusal.code)
  expect(headers['content-type']).to.equal('application/json')
}
