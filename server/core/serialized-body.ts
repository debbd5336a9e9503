import { weakEtag } from './formats/etag.ts'

/** A response body serialized as JSON, with its weak ETag (RFC 9110 §8.8.3); T is its content. */
export class SerializedBody<T> {
  readonly bytes: Buffer
  /** Private, which makes the type nominal: an object with the same fields is no serialized body. */
  readonly #etag: string
  /** Time at which the body changes by itself (an age in it), in milliseconds since 1970. */
  readonly expiresAt: number
  /** Carries T for the compiler; never set. */
  declare readonly content?: T

  constructor(bytes: Buffer, etag: string, expiresAt: number) {
    this.bytes = bytes
    this.#etag = etag
    this.expiresAt = expiresAt
  }

  get etag(): string {
    return this.#etag
  }

  /** Memory of the body, in bytes. */
  get weight(): number {
    return this.bytes.length
  }

  /** Whether a handler's result is serialized already. */
  static is(value: unknown): value is SerializedBody<unknown> {
    return typeof value === 'object' && value !== null && #etag in value
  }

  /** Serializes a value. */
  static of<T>(value: T, expiresAt: number): SerializedBody<T> {
    return SerializedBody.fromJson<T>(JSON.stringify(value), expiresAt)
  }

  static fromJson<T>(json: string, expiresAt: number): SerializedBody<T> {
    // A buffer of Node's pool would keep 64 KiB in memory for as long as the body is cached.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
    bytes.write(json)
    return new SerializedBody<T>(bytes, weakEtag(bytes), expiresAt)
  }
}
