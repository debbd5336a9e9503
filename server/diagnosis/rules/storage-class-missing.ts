import { closestName } from '../../core/formats/closest-name.ts'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import type { PersistentVolumeClaim } from '../../kinds/persistentvolumeclaims/model.ts'
import { classNameOf } from '../../kinds/persistentvolumeclaims/projections.ts'
import { storageClasses } from '../../kinds/storageclasses/kind.ts'
import { isDefaultClass } from '../../kinds/storageclasses/projections.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import type { RuleResult } from '../finding.ts'

export const storageClassMissing = defineRule({
  id: 'storage-class-missing',
  on: persistentVolumeClaims,
  severity: 'critical',
  description: 'A claim waits for a StorageClass that does not exist, or for a default where there is none.',
  find: (claim, facts) => {
    const { metadata, spec, status } = claim
    if (status?.phase !== 'Pending' || metadata.deletionTimestamp || spec?.volumeName) return undefined
    const name = classNameOf(claim)
    // A claim with the empty class takes a volume without a class.
    if (name === '') return undefined
    return name === undefined ? withoutDefault(claim, facts) : withoutClass(claim, name, facts)
  },
})

function withoutDefault(claim: PersistentVolumeClaim, facts: Facts): RuleResult | undefined {
  if (facts.list(storageClasses, {}).some(isDefaultClass)) return undefined
  return {
    title: 'no default StorageClass',
    message: 'The claim names no StorageClass, and the cluster has no default, so no volume is made.',
    evidence: [fieldEvidence(persistentVolumeClaims, claim, 'status.phase', 'Pending')],
    hint: 'Set spec.storageClassName in a new claim, or mark a StorageClass as the default.',
    since: claim.metadata.creationTimestamp,
    confidence: 0.8,
  }
}

function withoutClass(claim: PersistentVolumeClaim, name: string, facts: Facts): RuleResult | undefined {
  if (facts.get(storageClasses, name) !== undefined) return undefined
  const names = facts.list(storageClasses, {}).map(({ metadata }) => metadata.name)
  const closest = closestName(name, names)
  return {
    title: `StorageClass "${name}" does not exist`,
    message: `The claim waits for a volume of the StorageClass "${name}", which does not exist.`,
    evidence: [
      fieldEvidence(persistentVolumeClaims, claim, 'status.phase', 'Pending'),
      fieldEvidence(persistentVolumeClaims, claim, 'spec.storageClassName', name),
    ],
    hint:
      closest === undefined
        ? `Create the StorageClass, or a new claim with one of: ${names.join(', ') || 'none exists'}.`
        : `The StorageClass "${closest}" has a similar name: create a new claim with it.`,
    since: claim.metadata.creationTimestamp,
    confidence: 0.8,
    group: name,
  }
}
