import { Slices, type Turns } from '../../turns.ts'
import { within, type Call } from '../call.ts'
import { isResourceVersion } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import { pause, type Time } from '../time.ts'
import { readBytes, type Transport } from '../transport.ts'
import { ObjectReader, type ReadObject } from './event.ts'
import { pageOf } from './source.ts'

const PAGE_SIZE = 500
const MAX_PAGE_BYTES = 32 * 1024 * 1024
/** Between two pages, so that a large list takes little of the API server at any moment. */
const BETWEEN_PAGES_MS = 100
const KIND = 'PartialObjectMetadata'
const ACCEPT = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** Which objects there are, and in which version each, all of one moment. */
export interface MetadataList {
  version: string
  /** By `namespace/name`; of what has no namespace, `/name`. */
  versions: ReadonlyMap<string, string>
}

export interface MetadataListOptions {
  transport: Transport
  kind: Kind<unknown>
  namespace: string | undefined
  time: Time
  turns: Turns
  signal: AbortSignal
}

/** The key of an object in a metadata list. */
export function metadataKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/**
 * Lists the metadata of one kind in one scope from etcd (no resourceVersion is given: a quorum read), page by page, the
 * objects of each in slices. Throws what the transport throws, and Error for any answer but a whole list.
 */
export async function listMetadata(options: MetadataListOptions): Promise<MetadataList> {
  const { transport, kind, namespace, time, turns, signal } = options
  const reader = new ObjectReader({ kind: KIND })
  const slices = new Slices(turns)
  const versions = new Map<string, string>()
  for (let after = ''; ;) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
    if (after !== '') query.set('continue', after)
    const call: Call = { verb: 'list', kind, query, accept: ACCEPT, ofCheck: true, ...within(namespace) }
    const { code, body } = await transport.ask(call, signal, 'calls')
    const bytes = await readBytes(body, MAX_PAGE_BYTES)
    if (code !== 200) throw new Error(`the metadata of ${kind.plural} could not be listed: ${code}`)
    const { items, version, next } = pageOf(bytes, KIND)
    if (!isResourceVersion(version)) throw new Error('the list says no version that compares')
    await slices.turn(signal)
    for (const item of items) {
      const object = reader.item(item)
      if (object !== undefined) versions.set(keyOf(object), object.version)
      if (slices.due) await slices.turn(signal)
    }
    if (next === '') return { version, versions }
    after = next
    await pause(time, BETWEEN_PAGES_MS, signal)
  }
}

function keyOf({ namespace, name }: ReadObject): string {
  return metadataKey(typeof namespace === 'string' ? namespace : '', name)
}
