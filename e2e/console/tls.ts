import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority } from '../support/certificates.ts'
import { openFolder } from '../support/folder.ts'
import { OWN } from '../support/signing-in.ts'

/** Returns the settings of a service with TLS: browsers keep the cookies of a session for it alone. */
export async function tlsSettings(): Promise<Readonly<Record<string, unknown>>> {
  const folder = openFolder('console-tls')
  const authority = await Authority.create(folder, 'console')
  const { cert, key } = await authority.issue('inspector', `subjectAltName=DNS:${new URL(OWN).host}`)
  const [tlsCertificateFile, tlsKeyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  await writeFile(tlsCertificateFile, cert)
  await writeFile(tlsKeyFile, key)
  return { tlsCertificateFile, tlsKeyFile, tlsPort: 0 }
}

/** Returns the arguments with which Chromium finds the service by its own name. */
export function browserArguments(port: number | undefined): readonly string[] {
  return [
    `--host-resolver-rules=MAP ${new URL(OWN).host}:443 127.0.0.1:${port}`,
    '--ignore-certificate-errors',
  ]
}
