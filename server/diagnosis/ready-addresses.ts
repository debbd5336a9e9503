import type { EndpointSlice } from '../kinds/endpointslices/model.ts'

/** Returns the number of addresses that are ready; those without a condition count. Source: discovery/v1, EndpointConditions. */
export function readyAddresses(slices: readonly EndpointSlice[]): number {
  const ready = slices.flatMap(({ endpoints }) =>
    (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) => addresses ?? []),
  )
  return new Set(ready).size
}
