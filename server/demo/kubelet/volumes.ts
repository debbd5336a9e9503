import { kindNamed } from '../kinds.ts'
import { valueAt } from '../object.ts'
import type { Store } from '../store.ts'
import type { Pod } from '../types.ts'

/**
 * Returns the reason why a Pod's volumes cannot be mounted: a missing ConfigMap or Secret that is not
 * optional.
 */
export function missingVolume(store: Store, { metadata, spec }: Pod): string | undefined {
  for (const volume of spec.volumes ?? []) {
    for (const [path, resource] of [
      ['configMap.name', 'configmaps'],
      ['secret.secretName', 'secrets'],
    ] as const) {
      const name = valueAt(volume, path)
      const source = valueAt(volume, path.split('.')[0] ?? '')
      if (typeof name !== 'string' || valueAt(source, 'optional') === true) continue
      if (store.read(kindNamed(resource), metadata.namespace, name) !== undefined) continue
      const subject = resource === 'secrets' ? 'secret' : 'configmap'
      return `MountVolume.SetUp failed for volume "${String(volume['name'])}" : ${subject} "${name}" not found`
    }
  }
  return undefined
}
