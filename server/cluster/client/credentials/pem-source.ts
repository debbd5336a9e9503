import { readFile } from 'node:fs/promises'
import { readFailure } from '../../../core/formats/read-failure.ts'
import { PemError, parseCertificates, parsePrivateKey } from '../../../core/pem.ts'
import type { PemSource } from '../kubeconfig/model.ts'
import { CredentialsError } from './interface.ts'

/** Returns the text of a file that a kubeconfig names; throws CredentialsError. */
export async function readNamed(subject: string, field: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CredentialsError(`${subject}: ${field} cannot be read: ${readFailure(error)}`, { cause: error })
  }
}

/** Returns the PEM text of a field; throws CredentialsError if it cannot be read. */
export async function readPem(subject: string, field: string, source: PemSource): Promise<string> {
  return 'data' in source ? source.data : readNamed(subject, field, source.file)
}

/** Checks that a PEM text has certificates; throws CredentialsError. */
export function checkCertificates(subject: string, field: string, pem: string): void {
  checked(subject, field, () => parseCertificates(pem))
}

/** Checks a client certificate and its key, and that they match; throws CredentialsError. */
export function checkPair(subject: string, cert: string, key: string): void {
  const [certificate] = checked(subject, 'the client certificate', () => parseCertificates(cert))
  const privateKey = checked(subject, 'the client key', () => parsePrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey))
    throw new CredentialsError(`${subject}: the client certificate and the client key do not match`)
}

function checked<T>(subject: string, field: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PemError)
      throw new CredentialsError(`${subject}: ${field} ${error.message}`, { cause: error })
    throw error
  }
}
