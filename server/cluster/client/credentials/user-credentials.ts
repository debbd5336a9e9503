import type { ClusterTrust } from './cluster-trust.ts'
import { CredentialsError, sameIdentity } from './interface.ts'
import type { Credentials, Identity, RejectionReason } from './interface.ts'
import type { CredentialProvider } from './provider.ts'

/** The identity of a kubeconfig's user at a cluster: the user's credential, impersonation and the cluster's CA. */
export class UserCredentials implements Credentials {
  readonly #provider: CredentialProvider
  readonly #trust: ClusterTrust
  readonly #impersonation: Identity['headers']

  constructor(provider: CredentialProvider, trust: ClusterTrust, impersonation: Identity['headers']) {
    this.#provider = provider
    this.#trust = trust
    this.#impersonation = impersonation
  }

  async current(): Promise<Identity> {
    const [tls, { authorization, cert, key }] = await Promise.all([
      this.#trust.current(),
      this.#provider.current(),
    ])
    return {
      headers: { ...(authorization === undefined ? {} : { authorization }), ...this.#impersonation },
      tls: { ...tls, ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) },
    }
  }

  async rejected(identity: Identity, reason: RejectionReason): Promise<boolean> {
    if (!sameIdentity(identity, await this.current())) return true
    await (reason === 'untrusted' ? this.#trust.check() : this.#provider.renew())
    return !sameIdentity(identity, await this.current())
  }
}

/** Credentials that can never be used. No anonymous call is made instead. */
export class UnusableCredentials implements Credentials {
  readonly #fault: string

  constructor(fault: string) {
    this.#fault = fault
  }

  async current(): Promise<never> {
    throw new CredentialsError(this.#fault)
  }

  async rejected(): Promise<boolean> {
    return false
  }
}
