import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** A PEM text (RFC 7468) is not usable. The message is the predicate of a sentence about the text, without its content. */
export class PemError extends Error {}

/** Returns the certificates of a PEM text in their order; everything else is ignored. Throws PemError. */
export function parseCertificates(pem: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...more] = (pem.match(CERTIFICATE) ?? []).map(parseCertificate)
  if (first === undefined) throw new PemError('must contain certificates in PEM')
  return [first, ...more]
}

function parseCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new PemError('contains an invalid certificate')
  }
}

/** Returns the private key of a PEM text. Throws PemError. */
export function parsePrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new PemError('must contain a private key in PEM, without a passphrase')
  }
}
