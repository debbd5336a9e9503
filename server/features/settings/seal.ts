import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { NotConfiguredError } from '../../core/errors.ts'
import type { Log } from '../../telemetry/log.ts'

/** Place of a sealed text. It is authenticated, so that a text moved elsewhere cannot be opened. */
export interface SealedPlace {
  /** Key of the record. */
  readonly record: string
  readonly field: string
}

/** The content of a sealed text, or the reason why it cannot be opened. */
export type Opened = { readonly content: string } | { readonly reason: string }

/** The keys that seal and open, which may change while the process runs. */
export interface SealKeys {
  /** The first seals, each opens. */
  readonly current: readonly SealKey[]
  /** Reads the keys again now: another replica may have sealed with one that is new. */
  refresh(): Promise<void>
}

/** A key derived from a line of the key file, with an identifier that says nothing about it. */
export interface SealKey {
  readonly id: string
  readonly bytes: Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** A random nonce of 96 bits may be used 2^32 times with one key (NIST SP 800-38D §8.3). */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Far more than any field may hold; what is opened was compressed by this service. */
const MAX_OPENED_BYTES = 16 * 1024 * 1024

const MAX_REPORTED = 1000

const compress = promisify<Buffer, Buffer>(gzip)
const decompress = promisify<Buffer, object, Buffer>(gunzip)

/** Derives a key for one purpose, so that no two purposes share a key. Source: RFC 5869. */
export function deriveKey(secret: string, purpose: string): SealKey {
  const info = `cluster-inspector ${purpose}`
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES))
  return { id: hash('sha256', `${info} ${bytes.toString('hex')}`).slice(0, 8), bytes }
}

/**
 * Seals fields of records with AES-256-GCM: gzip first, then encryption. The sealed text is the identifier of the key, a dot,
 * and nonce, ciphertext and tag in base64url.
 */
export class Seal {
  readonly #keys: SealKeys
  readonly #log: Pick<Log, 'warn'>
  /** Texts that were reported. */
  readonly #reported = new LRUCache<string, true>({ max: MAX_REPORTED })

  constructor(keys: SealKeys, log: Pick<Log, 'warn'>) {
    this.#keys = keys
    this.#log = log
  }

  get isConfigured(): boolean {
    return this.#keys.current.length > 0
  }

  /** Returns the sealed text of a content. Rejects with NotConfiguredError without a key. */
  async seal(place: SealedPlace, content: string): Promise<string> {
    const [key] = this.#keys.current
    if (key === undefined) throw sealNotConfigured()
    const compressed = await compress(Buffer.from(content))
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(authenticatedData(place))
    const sealed = [nonce, cipher.update(compressed), cipher.final(), cipher.getAuthTag()]
    return `${key.id}.${Buffer.concat(sealed).toString('base64url')}`
  }

  /** Opens a sealed text. A text that cannot be opened has a reason, and is logged once. */
  async open(place: SealedPlace, sealed: string): Promise<Opened> {
    const [id = '', body = ''] = sealed.split('.', 2)
    const key = await this.#find(id)
    if (!this.isConfigured) return { reason: 'sealed, and no key is configured' }
    const opened =
      key === undefined
        ? { reason: 'sealed with a key that is gone' }
        : await openWith(key, place, Buffer.from(body, 'base64url'))
    if ('reason' in opened) this.#report(place, sealed, opened.reason)
    return opened
  }

  async #find(id: string): Promise<SealKey | undefined> {
    const find = (): SealKey | undefined => this.#keys.current.find((key) => key.id === id)
    const found = find()
    if (found !== undefined) return found
    await this.#keys.refresh()
    return find()
  }

  #report({ record, field }: SealedPlace, sealed: string, reason: string): void {
    const text = hash('sha256', `${record} ${field} ${sealed}`)
    if (this.#reported.has(text)) return
    this.#reported.set(text, true)
    this.#log.warn('sealed field cannot be opened; it reads as absent', { record, field, reason })
  }
}

/** Error for a field that has to be sealed, without a key. */
function sealNotConfigured(): NotConfiguredError {
  return new NotConfiguredError(
    'edited files and tokens are kept encrypted, and no key is configured',
    'set sealKeysFile (chart: seal.existingSecret, or operator.enabled)',
  )
}

async function openWith({ bytes }: SealKey, place: SealedPlace, sealed: Buffer): Promise<Opened> {
  try {
    const end = sealed.length - TAG_BYTES
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(authenticatedData(place))
    decipher.setAuthTag(sealed.subarray(end))
    const compressed = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
    const content = await decompress(compressed, { maxOutputLength: MAX_OPENED_BYTES })
    return { content: content.toString() }
  } catch {
    // Too short, or not authentic.
    return { reason: 'altered, or moved from another record' }
  }
}

/** Neither names of objects nor of fields have line breaks. */
function authenticatedData({ record, field }: SealedPlace): Buffer {
  return Buffer.from(`${record}\n${field}`)
}
