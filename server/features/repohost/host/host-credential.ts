import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { HostError } from '../../../core/errors.ts'
import { readFailure } from '../../../core/formats/read-failure.ts'

/** A credential of a repository host. */
export interface HostCredential {
  readonly via: 'app-user' | 'installation' | 'token'
  /** Scheme of the Authorization header. */
  readonly scheme: string
  /** Returns the current token. Rejects with HostError. */
  token(signal: AbortSignal): Promise<string>
  /** Returns the key of the cache for what this token may read; it does not change when the token is renewed. */
  key(token: string): string
  /** Returns a new token in place of one that the host refused; undefined if tokens cannot be renewed. */
  readonly renew?: (refused: string, signal: AbortSignal) => Promise<string>
  /** Forgets a token that the host refuses although it was just renewed, and rejects with the error of the request. */
  readonly forget?: (refused: string, signal: AbortSignal) => Promise<never>
}

const TOKEN = /^[!-~]{1,4096}$/

/** A token in a file, which is read for every request: a mounted Secret changes while the process runs. */
export class FileToken implements HostCredential {
  readonly via = 'token'
  readonly scheme = 'token'
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async token(): Promise<string> {
    const token = (await this.#read()).trim()
    if (!TOKEN.test(token))
      throw new HostError(
        'the credential of the repository host cannot be used',
        'the file in repohostTokenFile does not contain a token',
      )
    return token
  }

  key(token: string): string {
    return createHash('sha256').update(token).digest('base64url')
  }

  async #read(): Promise<string> {
    try {
      return await readFile(this.#path, 'utf8')
    } catch (error) {
      throw new HostError(
        'the credential of the repository host cannot be used',
        `the file in repohostTokenFile cannot be read: ${readFailure(error)}`,
      )
    }
  }
}
