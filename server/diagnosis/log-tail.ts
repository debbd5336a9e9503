import { bytesOfLog } from '../cluster/client/log-stream.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Cluster, ObjectRef } from '../cluster/read/cluster.ts'

/** Number of lines that are read, and that are returned. */
const READ_LINES = 40
const KEPT_LINES = 5
const MAX_BYTES = 64 * 1024

/** Returns the last lines of a container's log, equal neighbours as one. */
export async function readLogTail(
  cluster: Pick<Cluster, 'log'>,
  pods: Kind<unknown>,
  ref: ObjectRef,
  { container, previous }: { readonly container: string; readonly previous: boolean },
): Promise<readonly string[]> {
  const stream = await cluster.log(pods, ref, {
    container,
    previous,
    follow: false,
    tail: READ_LINES,
    timestamps: false,
  })
  if (stream === undefined) return []
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of bytesOfLog(stream, pods, ref)) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BYTES) break
  }
  const lines = Buffer.concat(chunks)
    .subarray(0, MAX_BYTES)
    .toString()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.filter((line, index) => line !== lines[index - 1]).slice(-KEPT_LINES)
}
