import { AssertionError, expect } from 'chai'
import type { Answer } from './client.ts'
import type { KubeJson } from './kube.ts'

/** A refusal, as much of it as matters: what is not given is not looked at, but details and metadata always are. */
export interface Refusal {
  code: number
  reason?: string
  message: string
  details?: object
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

/** A part that has to be there: without it the test fails, and says which. */
export function present<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new AssertionError(`${name} is missing`)
  return part
}

/** The items of a list, which has some or an empty array of them. */
export function itemsOf(list: KubeJson): KubeJson[] {
  return present(list.items, 'items')
}

/** The version of a list or an object. */
export function versionOf({ metadata }: KubeJson): string {
  return present(metadata?.resourceVersion, 'metadata.resourceVersion')
}

/** What tells an object from all others. */
export function identityOf({ metadata }: KubeJson): { name: string; uid: string } {
  return { name: present(metadata?.name, 'metadata.name'), uid: present(metadata?.uid, 'metadata.uid') }
}
