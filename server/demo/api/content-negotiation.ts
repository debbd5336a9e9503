import { groupVersion } from '../kinds.ts'
import { failure } from '../status.ts'
import type { ResourceCall } from './request.ts'
import type { Revision } from '../change.ts'

/** How objects are written: whole, or their metadata alone (meta.k8s.io/v1 PartialObjectMetadata). */
export interface Representation {
  listHead: { kind: string; apiVersion: string }
  /** An object by itself: in a get, in a watch event. */
  object: (revision: Revision) => string
  /** An object in a list. */
  item: (revision: Revision) => string
}

const available =
  'application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, ' +
  'application/vnd.kubernetes.protobuf;stream=watch'

/** What the Accept header asks for; 406 in go-restful's words when nothing of it can be had. */
export function representationOf({ kind, headers }: ResourceCall): Representation {
  const accept = headers.accept ?? '*/*'
  if (!/application\/(json|\*|yaml|vnd\.kubernetes\.protobuf)|\*\/\*/.test(accept)) {
    throw failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available}`, {})
  }
  if (/as=PartialObjectMetadata/.test(accept)) {
    return {
      listHead: { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' },
      object: metadataOnly,
      item: metadataOnly,
    }
  }
  return {
    listHead: { kind: `${kind.kind}List`, apiVersion: groupVersion(kind) },
    object: (revision) => revision.full(),
    item: (revision) => revision.item(),
  }
}

function metadataOnly({ object }: Revision): string {
  return JSON.stringify({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: object.metadata,
  })
}
