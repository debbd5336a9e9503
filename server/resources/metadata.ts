import { age, ageChangesAt } from '../grammar/age.ts'
import { wholeSeconds } from '../grammar/timestamp.ts'
import type { ObjectMeta } from '../kube/objects.ts'

/** What every detail says of an object besides its own fields. Maps are passed on as parsed, so no key is special. */
export function commonDetail(metadata: ObjectMeta, now: number) {
  return {
    uid: metadata.uid,
    createdAt: createdAt(metadata),
    age: ageOf(metadata, now),
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
  }
}

/** When the object was made; the API server always sets it. */
export function createdAt(metadata: ObjectMeta): string {
  return wholeSeconds(metadata.creationTimestamp) ?? metadata.creationTimestamp
}

/** The object's age at `now`, in milliseconds since 1970. */
export function ageOf(metadata: ObjectMeta, now: number): string {
  return age(metadata.creationTimestamp, now) ?? '0s'
}

/** Until when a view that shows the object's age reads the same, in milliseconds since 1970. */
export function ageHoldsUntil({ metadata }: { metadata: ObjectMeta }, now: number): number {
  return ageChangesAt(metadata.creationTimestamp, now)
}

/** The objects that own it, as the contract shows them. */
export function ownerReferences(metadata: ObjectMeta) {
  return (metadata.ownerReferences ?? []).map((owner) => ({
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    uid: owner.uid,
    controller: owner.controller === true,
  }))
}
