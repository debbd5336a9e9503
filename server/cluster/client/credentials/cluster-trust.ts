import type { KubeconfigCluster, PemSource } from '../kubeconfig/model.ts'
import { CredentialsError, type TlsMaterial } from './interface.ts'
import { checkCertificates, readPem } from './pem-source.ts'
import type { CredentialOptions } from './provider.ts'
import { Reread } from './reread.ts'

const FIELD = 'certificate-authority'

/** TLS settings by which a cluster's certificate is verified. A CA file is read again as it changes. */
export class ClusterTrust {
  readonly #tls: Reread<TlsMaterial>
  readonly #isFile: boolean

  constructor(cluster: KubeconfigCluster, { time, log }: CredentialOptions) {
    const { certificateAuthority: source } = cluster
    this.#isFile = source !== undefined && 'file' in source
    this.#tls = new Reread(
      `the CA of cluster "${cluster.name}"`,
      time,
      () => tlsOf(cluster),
      (reason) => log.warn('the CA of a cluster is not usable; the last good one is used', { reason }),
    )
  }

  /** Returns the settings. Throws a plain Error: without a CA, the fault is one of TLS, not of the user. */
  async current(): Promise<TlsMaterial> {
    return this.#tls.current()
  }

  /** Reads a CA file now. */
  async check(): Promise<void> {
    if (this.#isFile) await this.#tls.check()
  }
}

async function tlsOf(cluster: KubeconfigCluster): Promise<TlsMaterial> {
  const { certificateAuthority, insecureSkipTlsVerify, tlsServerName, name } = cluster
  const isEmpty =
    certificateAuthority !== undefined && 'data' in certificateAuthority && certificateAuthority.data === ''
  const source = isEmpty ? undefined : certificateAuthority
  const subject = `cluster "${name}"`
  if (source !== undefined && insecureSkipTlsVerify)
    throw new Error(`${subject}: ${FIELD} and insecure-skip-tls-verify exclude each other`)
  const ca = source && (await readCa(subject, source))
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    ...(insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
  }
}

async function readCa(subject: string, source: PemSource): Promise<string> {
  try {
    const ca = await readPem(subject, FIELD, source)
    checkCertificates(subject, FIELD, ca)
    return ca
  } catch (error) {
    throw error instanceof CredentialsError ? new Error(error.message, { cause: error }) : error
  }
}
