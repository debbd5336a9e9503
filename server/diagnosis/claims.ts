import type { Pod } from '../kinds/pods/model.ts'
import { sourceOf, textOf } from '../kinds/pods/volumes.ts'

/** A volume of a Pod and the claim that it is of. */
export interface ClaimedVolume {
  readonly volume: string
  readonly claim: string
}

/** Returns the claims of a Pod's volumes. The claim of an ephemeral volume is named after the Pod and the volume. */
export function claimNames({ metadata, spec }: Pod): readonly ClaimedVolume[] {
  return (spec?.volumes ?? []).flatMap((volume): ClaimedVolume[] => {
    const { kind, value } = sourceOf(volume) ?? {}
    if (kind === 'ephemeral') return [{ volume: volume.name, claim: `${metadata.name}-${volume.name}` }]
    const claim = kind === 'persistentVolumeClaim' ? textOf(value?.['claimName']) : undefined
    return claim === undefined ? [] : [{ volume: volume.name, claim }]
  })
}
