import type { EndpointSlice } from './model.ts'
import type { Endpoints } from './schema.ts'

/** Projects an EndpointSlice to its addresses. Readiness that is not stated counts as ready, as for kube-proxy. */
export function sliceEndpoints({ endpoints }: EndpointSlice): Endpoints {
  const addresses: { ready: string[]; notReady: string[] } = { ready: [], notReady: [] }
  for (const { addresses: own, conditions } of endpoints ?? [])
    addresses[conditions?.ready === false ? 'notReady' : 'ready'].push(...(own ?? []))
  return addresses
}

/**
 * Merges the endpoints of several slices: each address once, in order. While the controller moves an endpoint, two
 * slices contain it; one that says ready is enough.
 */
export function mergeEndpoints(slices: readonly Endpoints[]): Endpoints {
  const ready = new Set(slices.flatMap((slice) => slice.ready))
  const others = new Set(slices.flatMap((slice) => slice.notReady))
  return { ready: [...ready].sort(), notReady: [...others].filter((one) => !ready.has(one)).sort() }
}
