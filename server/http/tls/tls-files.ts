import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { PemError, parseCertificates, parsePrivateKey } from '../../core/pem.ts'

/** Paths of the files for TLS. */
export interface TlsFiles {
  certificate: string
  key: string
  /** CA of client certificates; undefined if none are requested. */
  clientCa: string | undefined
}

/** Contents of the files: a certificate and its matching key. */
export interface TlsMaterial {
  cert: Buffer
  key: Buffer
  ca: Buffer | undefined
  /** Expiry of the certificates, in milliseconds since 1970; of several in a file, the first to expire. */
  expiry: { server: number; clientCa: number | undefined }
}

/** The files are not usable for TLS. The message names the file, and nothing of its content. */
export class TlsError extends Error {}

/** Reads the files and verifies that they match. Rejects with TlsError. */
export async function readTls(files: TlsFiles): Promise<TlsMaterial> {
  const cert = await read('tlsCertificateFile', files.certificate)
  const key = await read('tlsKeyFile', files.key)
  const ca = files.clientCa === undefined ? undefined : await read('tlsClientCaFile', files.clientCa)
  const [own, ...chain] = usable('tlsCertificateFile', files.certificate, () =>
    parseCertificates(cert.toString('latin1')),
  )
  const { clientCa } = files
  const trusted =
    ca && clientCa
      ? usable('tlsClientCaFile', clientCa, () => parseCertificates(ca.toString('latin1')))
      : undefined
  // Verification needs a root: node:tls servers do not support a partial chain that ends at an intermediate
  // CA.
  if (trusted !== undefined && !trusted.some((certificate) => certificate.checkIssued(certificate)))
    throw new TlsError(
      `tlsClientCaFile ${files.clientCa} must contain a root CA: no certificate in it is self-signed`,
    )
  const privateKey = usable('tlsKeyFile', files.key, () => parsePrivateKey(key.toString('latin1')))
  if (!own.checkPrivateKey(privateKey))
    throw new TlsError(`certificate and key do not match: ${files.certificate} and ${files.key}`)
  try {
    createSecureContext({ cert, key, ...(ca === undefined ? {} : { ca }) })
  } catch {
    throw new TlsError(`certificate and key are not usable for TLS: ${files.certificate} and ${files.key}`)
  }
  return {
    cert,
    key,
    ca,
    expiry: { server: firstExpiry([own, ...chain]), clientCa: trusted && firstExpiry(trusted) },
  }
}

async function read(setting: string, path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    throw new TlsError(
      `${setting} ${path} cannot be read: ${typeof code === 'string' ? code : 'unknown reason'}`,
    )
  })
}

function usable<T>(setting: string, path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PemError) throw new TlsError(`${setting} ${path} ${error.message}`)
    throw error
  }
}

function firstExpiry(found: readonly X509Certificate[]): number {
  return Math.min(...found.map(({ validToDate }) => validToDate.getTime()))
}
