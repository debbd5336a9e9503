import type { Kind } from '../cluster/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { extensionKinds } from '../kinds/extensions/kinds.ts'
import { kinds } from '../kinds/register.ts'

/** Kinds that no rule reads: they are not followed for the diagnosis of a cluster. */
const UNREAD: ReadonlySet<string> = new Set(['networkpolicies'])

/** The kinds that rules read. */
export const factKinds: readonly Kind<KubernetesObject>[] = [
  // Every object of a registered kind has metadata.
  ...(kinds.filter(({ plural }) => !UNREAD.has(plural)) as readonly Kind<KubernetesObject>[]),
  ...extensionKinds,
]
