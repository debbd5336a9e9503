import { bearer, isHeaderText } from '../../../core/formats/header-text.ts'
import type { KubeconfigUser } from '../kubeconfig/model.ts'
import { CredentialsError } from './interface.ts'
import { checkPair, readNamed, readPem } from './pem-source.ts'
import type { CredentialLog, CredentialOptions, CredentialProvider, UserCredential } from './provider.ts'
import { Reread } from './reread.ts'

/** The token, password and client certificate of a user; files are read again as they change. */
export class StaticProvider implements CredentialProvider {
  readonly #credential: Reread<UserCredential>

  constructor(subject: string, user: KubeconfigUser, { time, log }: CredentialOptions) {
    const read = new StaticReader(subject, user, log)
    this.#credential = new Reread(
      `the credentials of ${subject}`,
      time,
      () => read.read(),
      (reason) => log.warn('credentials are not usable; the last good ones are used', { reason }),
    )
  }

  async current(): Promise<UserCredential> {
    return this.#credential.current()
  }

  async renew(): Promise<void> {
    await this.#credential.check()
  }
}

class StaticReader {
  readonly #subject: string
  readonly #user: KubeconfigUser
  readonly #log: CredentialLog
  #warned = false

  constructor(subject: string, user: KubeconfigUser, log: CredentialLog) {
    this.#subject = subject
    this.#user = user
    this.#log = log
  }

  async read(): Promise<UserCredential> {
    const [authorization, pair] = await Promise.all([this.#authorization(), this.#pair()])
    return { ...(authorization === undefined ? {} : { authorization }), ...pair }
  }

  async #authorization(): Promise<string | undefined> {
    const { username, password = '' } = this.#user
    if (username !== undefined) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const token = await this.#token()
    return token === undefined ? undefined : bearer(token)
  }

  /** Returns the token of the file, else that of the kubeconfig: kubectl prefers them in this order. */
  async #token(): Promise<string | undefined> {
    const { token, tokenFile } = this.#user
    if (tokenFile === undefined)
      return token === undefined ? undefined : checkedToken(this.#subject, 'token', token)
    try {
      const text = await readNamed(this.#subject, 'tokenFile', tokenFile)
      return checkedToken(this.#subject, `tokenFile ${tokenFile}`, text.trim())
    } catch (error) {
      if (token === undefined || !(error instanceof CredentialsError)) throw error
      if (!this.#warned)
        this.#log.warn('a token file is not usable; the token beside it is used', { reason: error.message })
      this.#warned = true
      return checkedToken(this.#subject, 'token', token)
    }
  }

  async #pair(): Promise<Pick<UserCredential, 'cert' | 'key'>> {
    const { clientCertificate, clientKey } = this.#user
    if (clientCertificate === undefined || clientKey === undefined) return {}
    const [cert, key] = await Promise.all([
      readPem(this.#subject, 'client-certificate', clientCertificate),
      readPem(this.#subject, 'client-key', clientKey),
    ])
    checkPair(this.#subject, cert, key)
    return { cert, key }
  }
}

function checkedToken(subject: string, field: string, token: string): string {
  if (token === '') throw new CredentialsError(`${subject}: ${field} is empty`)
  // kubectl sends tokens with blanks too.
  if (isHeaderText(token)) return token
  throw new CredentialsError(`${subject}: ${field} contains control characters`)
}
