import type { Kind } from './kinds.ts'
import type { KubeObject } from './object.ts'

/** One revision of an object, with its serialized bytes, which all readers share. */
export class Revision {
  readonly kind: Kind
  readonly object: KubeObject
  readonly version: number
  private bytes: string | undefined

  constructor(kind: Kind, object: KubeObject, version: number) {
    this.kind = kind
    this.object = object
    this.version = version
  }

  /** Returns JSON without kind and apiVersion, as the items of a typed list are serialized. */
  item(): string {
    if (this.bytes === undefined) {
      const { apiVersion: _apiVersion, kind: _kind, ...rest } = this.object
      this.bytes = JSON.stringify(rest)
    }
    return this.bytes
  }

  /** Returns JSON with kind and apiVersion first, as in responses to get and watch. */
  full(): string {
    const head = `{"kind":${JSON.stringify(this.object.kind)},"apiVersion":${JSON.stringify(this.object.apiVersion)}`
    return `${head},${this.item().slice(1)}`
  }

  /** Returns the same state at another version, as a watch reports a deletion. */
  at(version: number): Revision {
    const metadata = { ...this.object.metadata, resourceVersion: String(version) }
    return new Revision(this.kind, { ...this.object, metadata }, version)
  }
}

/**
 * One change with the states before and after it. A DELETED change contains the object's last state at the
 * version of the deletion.
 */
export interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  key: string
  version: number
  current: Revision
  previous: Revision | undefined
}
