import type { Kind } from '../cluster/kind.ts'
import { kinds } from '../kinds/register.ts'
import { kindKey } from './facts.ts'

/** Returns the name of a kind in `unavailable`: its path segment, or its resource with its API group. */
export function sectionOf(kind: Kind<unknown>): string {
  const registered = kinds.find((one) => kindKey(one) === kindKey(kind))
  return registered?.path ?? `${kind.plural}.${kind.apiGroup}`
}
