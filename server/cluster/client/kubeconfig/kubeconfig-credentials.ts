import type { Credentials, Identity, RejectionReason } from '../credentials/interface.ts'
import type { KubeconfigUser } from './model.ts'

/**
 * Credentials of a kubeconfig context for one cluster. The user may change while the service runs; a changed cluster gets
 * credentials of its own, so that a secret is never sent to another server than the one it was read with.
 */
export class KubeconfigCredentials implements Credentials {
  readonly #create: (user: KubeconfigUser) => Credentials
  readonly #reload: () => Promise<void>
  #user: KubeconfigUser
  #credentials: Credentials

  /** `reload` reads the kubeconfig again, and updates these credentials if the user has changed. */
  constructor(
    user: KubeconfigUser,
    create: (user: KubeconfigUser) => Credentials,
    reload: () => Promise<void>,
  ) {
    this.#user = user
    this.#create = create
    this.#reload = reload
    this.#credentials = create(user)
  }

  async current(): Promise<Identity> {
    return this.#credentials.current()
  }

  async rejected(identity: Identity, reason: RejectionReason): Promise<boolean> {
    const credentials = this.#credentials
    await this.#reload()
    return this.#credentials === credentials ? credentials.rejected(identity, reason) : true
  }

  /** Replaces the user, and returns whether it differs from the previous one. */
  update(user: KubeconfigUser): boolean {
    if (JSON.stringify(user) === JSON.stringify(this.#user)) return false
    this.#user = user
    this.#credentials = this.#create(user)
    return true
  }
}
