import type { ObjectSchema } from '../../api/define-route.ts'
import { shapeCheck, withZeroValues } from '../../api/shape.ts'
import { MalformedObjectError, readObject } from '../../cluster/malformed-object.ts'

/**
 * Returns a projection whose results match their schema, as Go would decode the object: missing and null fields have their zero
 * value, and a field of another type is an error. No API server validates objects for this service: a proxy, an aggregated API or
 * a hostile server may send anything. Throws MalformedObjectError.
 */
export function checked<A extends readonly unknown[], V>(
  kind: string,
  schema: ObjectSchema,
  project: (...input: A) => V,
): (...input: A) => V {
  // Compiled on first use, since most processes use few of the schemas.
  let check: ReturnType<typeof shapeCheck> | undefined
  return (...input) => {
    const projected = readObject(kind, input, (all) => project(...all))
    check ??= shapeCheck(schema)
    if (check(projected) === undefined) return projected
    const filled = withZeroValues(schema, projected)
    const difference = check(filled)
    if (difference !== undefined) throw new MalformedObjectError(kind, difference)
    // The schema describes the type.
    return filled as V
  }
}
