import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../../support/until.ts'
import { output } from '../environment/process.ts'
import { world } from '../environment/world.ts'

interface SigningRequest {
  status?: { certificate?: string }
}

/** Obtains a client certificate of an hour for a user and its group from the cluster; `folder` takes the key. */
export async function issueClientCertificate(
  folder: string,
  { user, group }: { user: string; group: string },
): Promise<{ certificate: string; key: string }> {
  const { kubectl } = world()
  const [key, csr] = [join(folder, 'client.key'), join(folder, 'client.csr')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await output('openssl', [
    'req',
    '-new',
    ...curve,
    '-subj',
    `/O=${group}/CN=${user}`,
    '-keyout',
    key,
    '-out',
    csr,
  ])
  const name = `kubeconfig-${randomBytes(3).toString('hex')}`
  await kubectl.apply({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: (await readFile(csr)).toString('base64'),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
      expirationSeconds: 3600,
    },
  })
  try {
    await kubectl.text('certificate', 'approve', name)
    const certificate = await until(
      'the certificate',
      async () => (await kubectl.json<SigningRequest>('get', 'csr', name)).status?.certificate,
    )
    return { certificate: Buffer.from(certificate, 'base64').toString(), key: await readFile(key, 'utf8') }
  } finally {
    await kubectl.remove('csr', name)
  }
}
