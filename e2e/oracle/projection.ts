import { fixtures, resources, type Resource } from '../kinds/register.ts'
import type { KindFixture, RawObject } from '../kinds/fixture.ts'

/** The resource of each event type of the stream. */
export const SINGULAR: Readonly<Record<string, Resource>> = Object.fromEntries(
  resources.map((resource) => [fixtures[resource].event, resource]),
)

/**
 * Projects an object to its list item without the age, as canonical JSON, so that equal items are equal
 * texts.
 */
export function projected(resource: Resource, object: RawObject): string {
  const fixture: KindFixture = fixtures[resource]
  return canonical(fixture.listItem(object))
}

/** Converts a stream's item to the same canonical JSON. */
export function projectedItem(item: Record<string, unknown>): string {
  const { age: _, ...rest } = item
  return canonical(rest)
}

/** Serializes JSON with sorted keys and without undefined fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
