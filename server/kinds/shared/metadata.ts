import { age, nextAgeChange } from '../../core/formats/age.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { maskAnnotations } from '../../core/redact.ts'
import type { ObjectMeta } from '../../cluster/objects.ts'

/**
 * Returns the metadata fields of every detail response. Labels are passed through as parsed, so no key is
 * special; annotations without the secrets of objects that are copied into them.
 */
export function commonDetail(metadata: ObjectMeta, now: number) {
  return {
    uid: metadata.uid,
    createdAt: createdAt(metadata),
    age: ageOf(metadata, now),
    labels: metadata.labels ?? {},
    annotations: maskAnnotations(metadata.annotations ?? {}),
  }
}

/** Returns the metadata fields of every list item; `now` in milliseconds since 1970. */
export function commonSummary(metadata: ObjectMeta, now: number) {
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    age: ageOf(metadata, now),
    createdAt: createdAt(metadata),
  }
}

/** Fields of the metadata that `commonSummary` reads. */
export const summaryMetadataReads = [
  'metadata.name',
  'metadata.labels',
  'metadata.creationTimestamp',
] as const

/** Visible fields of the metadata in every detail: those of `commonDetail`, and the name. */
export const detailMetadataFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.uid',
] as const

/** Returns the creation time, which the API server always sets. */
export function createdAt(metadata: ObjectMeta): string {
  return truncateToSeconds(metadata.creationTimestamp) ?? metadata.creationTimestamp
}

/** Returns the object's age at `now`, in milliseconds since 1970. */
export function ageOf(metadata: ObjectMeta, now: number): string {
  return age(metadata.creationTimestamp, now) ?? '0s'
}

/** Returns the time at which the object's age next changes, in milliseconds since 1970. */
export function ageExpiresAt({ metadata }: { metadata: ObjectMeta }, now: number): number {
  return nextAgeChange(metadata.creationTimestamp, now)
}

/** Visible fields of `ownerReferences`. */
export const ownerReferenceFields = [
  'metadata.ownerReferences.apiVersion',
  'metadata.ownerReferences.kind',
  'metadata.ownerReferences.name',
  'metadata.ownerReferences.uid',
] as const

/** Projects an object's owner references. */
export function ownerReferences(metadata: ObjectMeta) {
  return (metadata.ownerReferences ?? []).map((owner) => ({
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    uid: owner.uid,
    controller: owner.controller === true,
  }))
}
