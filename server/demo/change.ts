import type { Kind } from './kinds.ts'
import type { KubeObject } from './object.ts'

/** One revision of an object, with the bytes every reader of it shares. */
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

  /** JSON without kind and apiVersion, as a typed list holds its items. */
  item(): string {
    if (this.bytes === undefined) {
      const { apiVersion: _apiVersion, kind: _kind, ...rest } = this.object
      this.bytes = JSON.stringify(rest)
    }
    return this.bytes
  }

  /** JSON with kind and apiVersion first, as get and watch answer. */
  full(): string {
    const head = `{"kind":${JSON.stringify(this.object.kind)},"apiVersion":${JSON.stringify(this.object.apiVersion)}`
    return `${head},${this.item().slice(1)}`
  }

  /** The same state under another version, as a watch tells a deletion. */
  at(version: number): Revision {
    const metadata = { ...this.object.metadata, resourceVersion: String(version) }
    return new Revision(this.kind, { ...this.object, metadata }, version)
  }
}

/** One change: what was, what is. A DELETED change carries the object's last state at the deletion's version. */
export interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  key: string
  version: number
  current: Revision
  previous: Revision | undefined
}
