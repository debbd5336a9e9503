import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { inNamespace, type ApiCall } from '../client/api-call.ts'
import { isResourceVersion } from '../../core/formats/resource-version.ts'
import type { Kind } from '../kind.ts'
import { pause, type Clock } from '../../core/clock.ts'
import { readBytes, type Transport } from '../client/transport.ts'
import { WatchEventDecoder, type DecodedObject } from './watch-event-decoder.ts'
import { pageOf } from './list-watch.ts'

const PAGE_SIZE = 500
const MAX_PAGE_BYTES = 32 * 1024 * 1024
/** Pause between two pages, so that a large list puts little load on the API server. */
const BETWEEN_PAGES_MS = 100
const KIND = 'PartialObjectMetadata'
const ACCEPT = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** The resourceVersion of every object of a kind at one moment. */
export interface MetadataList {
  version: string
  /** By `namespace/name`; `/name` for cluster-scoped objects. */
  versions: ReadonlyMap<string, string>
}

export interface MetadataListOptions {
  transport: Transport
  kind: Kind<unknown>
  namespace: string | undefined
  time: Clock
  turns: Scheduler
  signal: AbortSignal
}

/** Returns the key of an object in a metadata list. */
export function metadataKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/**
 * Lists the metadata of one kind and scope from etcd (without resourceVersion: a quorum read), page by page,
 * and decodes each page in time slices. Throws the transport's errors, and Error for a response that is not a
 * complete list.
 */
export async function listMetadata(options: MetadataListOptions): Promise<MetadataList> {
  const { transport, kind, namespace, time, turns, signal } = options
  const reader = new WatchEventDecoder({ kind: KIND })
  const slices = new TimeSlice(turns)
  const versions = new Map<string, string>()
  for (let after = ''; ;) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
    if (after !== '') query.set('continue', after)
    const call: ApiCall = {
      verb: 'list',
      kind,
      query,
      accept: ACCEPT,
      isConsistencyCheck: true,
      ...inNamespace(namespace),
    }
    const { code, body } = await transport.ask(call, signal, 'calls')
    const bytes = await readBytes(body, MAX_PAGE_BYTES)
    if (code !== 200) throw new Error(`the metadata of ${kind.plural} could not be listed: ${code}`)
    const { items, version, next } = pageOf(bytes, KIND)
    if (!isResourceVersion(version)) throw new Error('the list says no version that compares')
    await slices.yield(signal)
    for (const item of items) {
      const object = reader.item(item)
      if (object !== undefined) versions.set(keyOf(object), object.version)
      if (slices.expired) await slices.yield(signal)
    }
    if (next === '') return { version, versions }
    after = next
    await pause(time, BETWEEN_PAGES_MS, signal)
  }
}

function keyOf({ namespace, name }: DecodedObject): string {
  return metadataKey(typeof namespace === 'string' ? namespace : '', name)
}
