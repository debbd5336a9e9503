import type { DemoCluster } from './demo-cluster.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { podSummary } from '../../server/kinds/pods/projections.ts'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { eventsSent, type Sent } from './events.ts'
import { until } from './until.ts'

/** The record of a direct watch of a cluster's Pods, independent of the service. */
export interface History {
  /** The events that a stream must have sent up to now, in order: each change that alters the list item. */
  readonly expected: string[]
  /** Waits until the watch has caught up with the cluster; returns the current items by name. */
  caughtUp(): Promise<Map<string, string>>
}

/** Starts to record the Pods of a demo cluster. */
export async function recordPods(demo: DemoCluster): Promise<History> {
  const ask = (query: string, signal?: AbortSignal) =>
    fetch(`${demo.url}/api/v1/pods?${query}`, {
      headers: { authorization: `Bearer ${demo.token}` },
      ...(signal === undefined ? {} : { signal }),
    })
  const list = async () =>
    (await (await ask('')).json()) as { metadata: { resourceVersion: string }; items: Pod[] }
  const begun = await list()
  const items = new Map(begun.items.map((pod) => [keyOf(pod), JSON.stringify(podSummary(pod))]))
  const expected: string[] = []
  const stopped = new AbortController()
  closeAfterwards('a direct watch', () => stopped.abort())
  const { body } = await ask(`watch=1&resourceVersion=${begun.metadata.resourceVersion}`, stopped.signal)
  if (body === null) throw new Error('the watch has no body')
  void read(body).catch(() => undefined)

  async function read(lines: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of lines) {
      const whole = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = whole.pop() ?? ''
      for (const line of whole) take(JSON.parse(line) as { type: string; object: Pod })
    }
  }

  function take({ type, object }: { type: string; object: Pod }): void {
    const key = keyOf(object)
    const before = items.get(key)
    const item = type === 'DELETED' ? (before ?? '') : JSON.stringify(podSummary(object))
    if (item === before && type !== 'DELETED') return
    expected.push(`${type} ${item}`)
    if (type === 'DELETED') items.delete(key)
    else items.set(key, item)
  }

  return {
    expected,
    caughtUp: async () => {
      await until('the direct watch to have caught up', async () => {
        const now = (await list()).items.map((pod) => `${keyOf(pod)} ${JSON.stringify(podSummary(pod))}`)
        return now.sort().join() ===
          [...items]
            .map((one) => one.join(' '))
            .sort()
            .join()
          ? true
          : undefined
      })
      return items
    },
  }
}

/** Returns the Pod events of a stream in the format of `History.expected`. */
export function podHistory(events: readonly Sent[]): string[] {
  return events
    .filter((one) => eventsSent([one]).length > 0 && one.event === 'pod')
    .map(({ data }) => `${String(data['type'])} ${JSON.stringify(data['object'])}`)
}

function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`
}
