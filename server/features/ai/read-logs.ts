import type { Cluster, ObjectRef } from '../../cluster/read/cluster.ts'
import type { ContainerStatus, Pod } from '../../kinds/pods/model.ts'
import { pods } from '../../kinds/pods/kind.ts'

/** A container that is not well, and the run whose log tells why. */
interface FailingContainer {
  readonly container: string
  readonly previous: boolean
}

const MAX_BYTES = 256 * 1024
const MAX_LINES = 1000
const MAX_CONTAINERS = 3

/** Returns the containers of a Pod that fail, of a restarting one the run before. */
export function failingContainers({ status }: Pod): readonly FailingContainer[] {
  const all: readonly ContainerStatus[] = [
    ...(status?.initContainerStatuses ?? []),
    ...(status?.containerStatuses ?? []),
  ]
  return all
    .filter(
      ({ ready, restartCount = 0, state }) =>
        !ready && (restartCount > 0 || (state?.waiting ?? undefined) === undefined),
    )
    .slice(0, MAX_CONTAINERS)
    .map(({ name, restartCount = 0, state }) => ({
      container: name,
      previous: restartCount > 0 && (state?.terminated ?? undefined) === undefined,
    }))
}

/** Returns the newest lines of a container's log; a log of any length ends at the limit of bytes. */
export async function readLines(
  cluster: Cluster,
  ref: ObjectRef,
  { container, previous }: FailingContainer,
): Promise<readonly string[]> {
  const query = { container, previous, follow: false, tail: MAX_LINES, timestamps: false }
  const stream = await cluster.log(pods, ref, query)
  if (stream === undefined) return []
  let kept = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const both = Buffer.concat([kept, chunk])
    // The newest bytes count, and the first of them may be in mid-line.
    kept = both.length > MAX_BYTES ? both.subarray(both.indexOf(10, both.length - MAX_BYTES) + 1) : both
  }
  return kept.toString().split('\n')
}
