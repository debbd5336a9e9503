import { objectKey } from '../../core/object-key.ts'
import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import { inNamespace, type ApiCall } from '../client/api-call.ts'
import { isResourceVersion } from '../../core/formats/resource-version.ts'
import type { Kind } from '../kind.ts'
import { pause, type Clock } from '../../core/clock.ts'
import { readBytes, type Transport } from '../client/transport.ts'
import { WatchEventDecoder, type DecodedObject } from './watch-event-decoder.ts'
import { pageOf, type RawPage } from './list-watch.ts'
import { listPages } from '../client/list-pages.ts'

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
  scheduler: Scheduler
  signal: AbortSignal
}

/**
 * Lists the metadata of one kind and scope from etcd (without resourceVersion: a quorum read), page by page,
 * and decodes each page in time slices. Throws the transport's errors, and Error for a response that is not a
 * complete list.
 */
export async function listMetadata(options: MetadataListOptions): Promise<MetadataList> {
  const { time, scheduler, signal } = options
  const reader = new WatchEventDecoder({ kind: KIND })
  const slices = new TimeSlice(scheduler)
  const versions = new Map<string, string>()
  let listed = ''
  for await (const { items, version, next } of listPages((after) => metadataPage(options, after))) {
    if (!isResourceVersion(version)) throw new Error('the list has no comparable resourceVersion')
    listed = version
    await slices.yield(signal)
    for (const item of items) {
      const object = reader.item(item)
      if (object !== undefined) versions.set(keyOf(object), object.version)
      if (slices.expired) await slices.yield(signal)
    }
    if (next !== '') await pause(time, BETWEEN_PAGES_MS, signal)
  }
  return { version: listed, versions }
}

async function metadataPage(
  { transport, kind, namespace, signal }: MetadataListOptions,
  after: string,
): Promise<RawPage> {
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
  const { code, body } = await transport.request(call, signal, 'calls')
  const bytes = await readBytes(body, MAX_PAGE_BYTES)
  if (code !== 200) throw new Error(`the metadata of ${kind.plural} could not be listed: ${code}`)
  return pageOf(bytes, KIND)
}

function keyOf({ namespace, name }: DecodedObject): string {
  return objectKey({ namespace: typeof namespace === 'string' ? namespace : '', name })
}
