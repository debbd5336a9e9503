import { PemError, parseCertificates, parsePrivateKey } from '../core/pem.ts'
import { Rejection } from './rejection.ts'

/** Decodes a base64 field of a Secret or kubeconfig as text. Throws Rejection if it is not base64. */
export function decoded(field: string, value: string): string {
  const compact = value.replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new Rejection(`${field}: must be base64`)
  return Buffer.from(compact, 'base64').toString('utf8')
}

/** Returns the certificates of a PEM text and drops everything else. Throws Rejection. */
export function certificates(field: string, pem: string): string {
  return rejecting(field, () => parseCertificates(pem))
    .map((certificate) => certificate.toString())
    .join('')
}

/** Returns a private key in PEM that matches a certificate. Throws Rejection. */
export function keyOf(field: string, pem: string, owner: string): string {
  const key = rejecting(field, () => parsePrivateKey(pem))
  const [certificate] = rejecting(field, () => parseCertificates(owner))
  if (!certificate.checkPrivateKey(key))
    throw new Rejection(`${field}: does not match the client certificate`)
  return key.export({ type: 'pkcs8', format: 'pem' })
}

function rejecting<T>(field: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PemError) throw new Rejection(`${field}: ${error.message}`)
    throw error
  }
}
