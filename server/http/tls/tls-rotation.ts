import { PolledFile } from '../../core/polled-file.ts'
import type { Log } from '../../telemetry/log.ts'
import type { SetTimer } from '../response/revalidate.ts'
import { readTls, TlsError, type TlsFiles, type TlsMaterial } from './tls-files.ts'

/** The kubelet updates a changed Secret within a minute or two; each check reads three small files. */
const CHECK_INTERVAL_MS = 5000

export interface RotationOptions {
  files: TlsFiles
  log: Log
  after: SetTimer
  /** Applies changed files; called only if the content differs. */
  apply(material: TlsMaterial): void
  /** Called after each check, whether or not anything changed. */
  checked(): void
}

/**
 * Reloads the TLS files when they change. Files that do not match each other, e.g. in the middle of a rotation, are
 * ignored, and the last good ones stay in use.
 */
export class TlsRotation {
  readonly #file: PolledFile<TlsMaterial>

  /** `current` is in use already. */
  constructor(current: TlsMaterial, options: RotationOptions) {
    const { files, log, after } = options
    this.#file = new PolledFile(
      {
        name: 'the TLS files',
        everyMs: CHECK_INTERVAL_MS,
        after,
        read: () => readTls(files),
        isSame: same,
        apply: (material) => {
          options.apply(material)
          log.info('TLS files reloaded', { expires: new Date(material.expiry.server).toISOString() })
        },
        reject: (reason) => log.warn('invalid TLS files ignored; keeping the previous ones', { reason }),
        reasonFor: (error) =>
          error instanceof TlsError ? error.message : 'the files are not usable for TLS',
        onCheck: () => options.checked(),
      },
      current,
    )
    this.#file.start()
  }

  stop(): void {
    this.#file.stop()
  }
}

function same(one: TlsMaterial, other: TlsMaterial): boolean {
  return (
    one.cert.equals(other.cert) &&
    one.key.equals(other.key) &&
    (one.ca === undefined ? other.ca === undefined : other.ca !== undefined && one.ca.equals(other.ca))
  )
}
