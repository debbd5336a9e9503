import type { Log } from './log.ts'
import type { After } from './stay.ts'
import { readTls, TlsError, type TlsFiles, type TlsMaterial } from './tls-files.ts'

/** The kubelet writes a changed Secret within a minute or two; looking costs three small files. */
const LOOK_MS = 5000

export interface RotationOptions {
  files: TlsFiles
  log: Log
  after: After
  /** Takes what the files hold now; told only of what differs. */
  take(material: TlsMaterial): void
  /** Told at each look, whether anything changed or not. */
  looked(): void
}

/**
 * Looks at the files of TLS every 5 s. The content is compared, not times or names: the kubelet swaps a link above them.
 * What does not fit together, as half of a rotation does not, is not taken: what was good is used on.
 */
export class Rotation {
  readonly #options: RotationOptions
  #held: TlsMaterial
  /** The complaint of the last look, so that each is logged once. */
  #complaint = ''
  #cancel: (() => void) | undefined
  #stopped = false

  constructor(held: TlsMaterial, options: RotationOptions) {
    this.#held = held
    this.#options = options
    this.#later()
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
  }

  #later(): void {
    if (!this.#stopped) this.#cancel = this.#options.after(LOOK_MS, () => void this.#look())
  }

  async #look(): Promise<void> {
    const { files, log } = this.#options
    try {
      const found = await readTls(files)
      if (this.#stopped) return
      this.#complaint = ''
      if (!same(found, this.#held)) {
        this.#held = found
        this.#options.take(found)
        log.info('TLS files were read anew', { expires: new Date(found.expiry.server).toISOString() })
      }
    } catch (error) {
      const complaint = error instanceof TlsError ? error.message : 'TLS takes nothing of it'
      if (complaint !== this.#complaint)
        log.warn('TLS files were changed to what cannot be used: those before are kept', {
          reason: complaint,
        })
      this.#complaint = complaint
    }
    this.#options.looked()
    this.#later()
  }
}

function same(one: TlsMaterial, other: TlsMaterial): boolean {
  return (
    one.cert.equals(other.cert) &&
    one.key.equals(other.key) &&
    (one.ca === undefined ? other.ca === undefined : other.ca !== undefined && one.ca.equals(other.ca))
  )
}
