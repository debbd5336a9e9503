import { AssertionError, expect } from 'chai'
import type { Answer } from './client.ts'
import type { KubeJson } from './kube.ts'

/** The expected Status of a failed request. A field that is undefined has to be absent from the response. */
export interface Refusal {
  code: number
  reason?: string
  message: string
  details?: object
}

/** Expects the body to be exactly this Status. */
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

/** Returns a value that must be present; otherwise fails the test with the name of the missing part. */
export function present<Part>(part: Part | undefined, name: string): Part {
  if (part === undefined) throw new AssertionError(`${name} is missing`)
  return part
}

/** Returns the items of a list, which must be an array, possibly empty. */
export function itemsOf(list: KubeJson): KubeJson[] {
  return present(list.items, 'items')
}

/** Returns the resourceVersion of a list or an object. */
export function versionOf({ metadata }: KubeJson): string {
  return present(metadata?.resourceVersion, 'metadata.resourceVersion')
}

/** Returns the name and uid of an object. */
export function identityOf({ metadata }: KubeJson): { name: string; uid: string } {
  return { name: present(metadata?.name, 'metadata.name'), uid: present(metadata?.uid, 'metadata.uid') }
}
