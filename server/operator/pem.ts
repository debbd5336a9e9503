import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Rejection } from './rejection.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Decodes a base64 field of a Secret or kubeconfig as text. Throws Rejection if it is not base64. */
export function decoded(field: string, value: string): string {
  const compact = value.replaceAll(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new Rejection(`${field}: must be base64`)
  return Buffer.from(compact, 'base64').toString('utf8')
}

/** Returns the certificates of a PEM text and drops everything else. Throws Rejection. */
export function certificates(field: string, pem: string): string {
  const found = (pem.match(CERTIFICATE) ?? []).map((one) => certificate(field, one))
  if (found.length === 0) throw new Rejection(`${field}: must hold certificates in PEM`)
  return found.map((one) => one.toString()).join('')
}

function certificate(field: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Rejection(`${field}: holds a certificate that is none`)
  }
}

/** Returns a private key in PEM that matches a certificate. Throws Rejection. */
export function keyOf(field: string, pem: string, owner: string): string {
  const key = privateKey(field, pem)
  if (!new X509Certificate(owner).checkPrivateKey(key))
    throw new Rejection(`${field}: is not the key of the client certificate`)
  return key.export({ type: 'pkcs8', format: 'pem' })
}

function privateKey(field: string, pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Rejection(`${field}: must hold a private key in PEM, without a passphrase`)
  }
}
