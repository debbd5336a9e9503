import { background } from '../../core/background.ts'
import type { Log } from '../../telemetry/log.ts'
import type { SetTimer } from '../response/revalidate.ts'
import { readTls, TlsError, type TlsFiles, type TlsMaterial } from './tls-files.ts'

/** The kubelet updates a changed Secret within a minute or two; each check reads three small files. */
const LOOK_MS = 5000

export interface RotationOptions {
  files: TlsFiles
  log: Log
  after: SetTimer
  /** Applies changed files; called only if the content differs. */
  take(material: TlsMaterial): void
  /** Called after each check, whether or not anything changed. */
  looked(): void
}

/**
 * Checks the TLS files every 5 s. Compares their content instead of times or names, because the kubelet swaps
 * a symlink above them. Files that do not match each other, e.g. in the middle of a rotation, are ignored and
 * the last good ones stay in use.
 */
export class TlsRotation {
  readonly #options: RotationOptions
  #held: TlsMaterial
  /** Error of the last check, so that each error is logged once. */
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
    if (this.#stopped) return
    this.#cancel = this.#options.after(LOOK_MS, () =>
      background(
        'a look at the TLS files',
        () => this.#look(),
        () => this.#later(),
      ),
    )
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
