import type { kinds } from '../../server/kinds/register.ts'
import { deployments } from './deployments.ts'
import { events } from './events.ts'
import type { KindFixture } from './fixture.ts'
import { nodes } from './nodes.ts'
import { pods } from './pods.ts'
import { replicasets } from './replicasets.ts'
import { serviceaccounts } from './serviceaccounts.ts'

/** The name of a kind in the Kubernetes API, of those the service reads. */
export type Resource = (typeof kinds)[number]['plural']

/** The fixture of each kind; one that lacks its fixture does not compile. */
export const fixtures = {
  pods,
  deployments,
  replicasets,
  nodes,
  events,
  serviceaccounts,
} as const satisfies Readonly<Record<Resource, KindFixture>>

export const resources = Object.keys(fixtures) as readonly Resource[]

/** The object of a kind's fixture. */
export type ObjectOf<R extends Resource> = (typeof fixtures)[R] extends KindFixture<infer T> ? T : never

/** The fixtures of the kinds that the API lists. */
export const listedFixtures: readonly KindFixture[] = Object.values<KindFixture>(fixtures).filter(
  ({ listed }) => listed !== false,
)
