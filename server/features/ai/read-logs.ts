import { bytesOfLog } from '../../cluster/client/log-stream.ts'
import type { Cluster, ObjectRef } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import { MASK } from '../../core/redact.ts'
import type { ContainerStatus, Pod } from '../../kinds/pods/model.ts'
import { pods } from '../../kinds/pods/kind.ts'

/** A container that is not well, and the run whose log tells why. */
interface FailingContainer {
  readonly container: string
  readonly previous: boolean
}

const MAX_BYTES = 256 * 1024
/** Bytes that are read of a log before fewer lines are. */
const MAX_READ = 4 * 1024 * 1024
/** Numbers of lines to read, the next if the lines before are too long. */
const TAILS = [1000, 100, 10]
const READ_MS = 3000
/** Private keys, of which a line alone tells nothing. */
const PEM = /-----BEGIN [^-\n]{1,64}-----[^]{0,8192}?-----END [^-\n]{1,64}-----/g
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

/**
 * Returns the newest lines of a container's log. A log whose lines exceed the limit of bytes is read again with fewer of
 * them, so that the newest are among them; what has come within the time limit counts.
 */
export async function readLines(
  cluster: Pick<Cluster, 'log'>,
  ref: ObjectRef,
  failing: FailingContainer,
  time: Clock,
): Promise<readonly string[]> {
  const endsAt = time.now() + READ_MS
  let text = ''
  for (const tail of TAILS) {
    const read = await readTail(cluster, ref, { ...failing, tail }, { time, ms: endsAt - time.now() })
    text = read.text
    if (read.isWhole || time.now() >= endsAt) break
  }
  return text.replaceAll(PEM, MASK).split('\n')
}

async function readTail(
  cluster: Pick<Cluster, 'log'>,
  ref: ObjectRef,
  query: FailingContainer & { readonly tail: number },
  { time, ms }: { readonly time: Clock; readonly ms: number },
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const stream = await cluster.log(pods, ref, { ...query, follow: false, timestamps: false })
  if (stream === undefined) return { text: '', isWhole: true }
  let isLate = false
  const cancel = time.after(ms, () => {
    isLate = true
    stream.destroy()
  })
  const newest = new NewestBytes(MAX_BYTES)
  let isWhole = true
  try {
    for await (const chunk of bytesOfLog(stream, pods, ref)) {
      newest.add(chunk)
      isWhole = newest.count <= MAX_READ
      // Leaving the loop closes the connection.
      if (!isWhole) break
    }
  } catch (error) {
    if (!isLate) throw error
  } finally {
    cancel()
  }
  return { text: newest.text(), isWhole }
}

/** The newest bytes of a stream, up to a limit. */
class NewestBytes {
  readonly #limit: number
  #chunks: Buffer[] = []
  #kept = 0
  /** Number of bytes that have come. */
  count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.count += chunk.length
    this.#kept += chunk.length
    while (this.#kept - (this.#chunks[0]?.length ?? 0) >= this.#limit)
      this.#kept -= this.#chunks.shift()?.length ?? 0
  }

  /** Returns the text without a line of which the beginning is lost. */
  text(): string {
    const all = Buffer.concat(this.#chunks)
    const isCut = this.count > this.#limit
    return (isCut ? all.subarray(all.indexOf(10, all.length - this.#limit) + 1) : all).toString()
  }
}
