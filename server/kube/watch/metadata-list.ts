import type { Call } from '../call.ts'
import { isResourceVersion } from '../../grammar/resource-version.ts'
import type { Kind } from '../kinds.ts'
import { pause, type Time } from '../time.ts'
import { readAll, type Transport } from '../transport.ts'

const PAGE_SIZE = 500
const MAX_PAGE_BYTES = 32 * 1024 * 1024
/** Between two pages, so that a large list takes little of the API server at any moment. */
const BETWEEN_PAGES_MS = 100
const ACCEPT = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** Which objects there are, and in which version each, all of one moment. */
export interface MetadataList {
  version: string
  /** By `namespace/name`; of what has no namespace, `/name`. */
  versions: ReadonlyMap<string, string>
}

/** The key of an object in a metadata list. */
export function metadataKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/**
 * Lists the metadata of one kind in one scope from etcd (no resourceVersion is given: a quorum read), page by page. Throws
 * what the transport throws, and Error for any answer but a whole list.
 */
export async function listMetadata(
  transport: Transport,
  kind: Kind<unknown>,
  namespace: string | undefined,
  time: Time,
  signal: AbortSignal,
): Promise<MetadataList> {
  const versions = new Map<string, string>()
  for (let after = ''; ;) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
    if (after !== '') query.set('continue', after)
    const scope = namespace === undefined ? {} : { namespace }
    const call: Call = { verb: 'list', kind, query, accept: ACCEPT, ofCheck: true, ...scope }
    const { code, body } = await transport.ask(call, signal, 'calls')
    const text = await readAll(body, MAX_PAGE_BYTES)
    if (code !== 200) throw new Error(`the metadata of ${kind.plural} could not be listed: ${code}`)
    const { version, next } = take(JSON.parse(text), versions)
    if (next === '') return { version, versions }
    after = next
    await pause(time, BETWEEN_PAGES_MS, signal)
  }
}

interface RawList {
  kind?: unknown
  metadata?: { resourceVersion?: unknown; continue?: unknown } | null
  items?: { metadata?: { namespace?: unknown; name?: unknown; resourceVersion?: unknown } | null }[] | null
}

function take(list: unknown, versions: Map<string, string>): { version: string; next: string } {
  const { kind, metadata, items }: RawList = typeof list === 'object' && list !== null ? list : {}
  const version = metadata?.resourceVersion
  if (kind !== 'PartialObjectMetadataList' || typeof version !== 'string' || !isResourceVersion(version))
    throw new Error('the answer is no list of metadata')
  for (const item of items ?? []) {
    const { namespace, name, resourceVersion } = item.metadata ?? {}
    if (typeof name !== 'string' || typeof resourceVersion !== 'string') continue
    versions.set(metadataKey(typeof namespace === 'string' ? namespace : '', name), resourceVersion)
  }
  return { version, next: typeof metadata?.continue === 'string' ? metadata.continue : '' }
}
