import type { ObjectMeta } from '../cluster/objects.ts'

/** The current time in the tests of projections. */
export const now = Date.parse('2026-11-27T12:00:00Z')

/** Metadata with every field that the API server always fills in: an object created a week before `now`. */
export function metadata(fields: Partial<ObjectMeta> = {}): ObjectMeta {
  return {
    name: 'web',
    namespace: 'shop',
    uid: '0d5f7f3e-9f0a-4f5e-8a75-0a4f6f1d2c3b',
    creationTimestamp: '2026-11-20T11:25:00Z',
    ...fields,
  }
}
