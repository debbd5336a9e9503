import { groupVersion } from '../kinds.ts'
import { failure } from '../status.ts'
import type { ResourceCall } from './request.ts'
import type { Revision } from '../change.ts'

/** Serializes objects: complete, or their metadata only (meta.k8s.io/v1 PartialObjectMetadata). */
export interface Representation {
  listHead: { kind: string; apiVersion: string }
  /** Serializes a single object, as in a get or a watch event. */
  object: (revision: Revision) => string
  /** Serializes an item of a list. */
  item: (revision: Revision) => string
}

const available =
  'application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, ' +
  'application/vnd.kubernetes.protobuf;stream=watch'

/**
 * Chooses the representation for the Accept header; rejects with 406 in go-restful's words if no type is
 * supported.
 */
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
