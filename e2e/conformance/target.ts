import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { Client } from './client.ts'
import { eventually } from './eventually.ts'
import { present } from './expect.ts'

/*
 * The cluster the suite is run against. With nothing set it is a fresh demo cluster:
 *
 *   mocha 'e2e/conformance/*.test.ts'
 *
 * A real one is named by three variables. On kind, with KUBECONFIG pointing at it:
 *
 *   kubectl create namespace conformance-admin
 *   kubectl -n conformance-admin create serviceaccount admin
 *   kubectl create clusterrolebinding conformance-admin --clusterrole=cluster-admin \
 *     --serviceaccount=conformance-admin:admin
 *   docker tag debian:bookworm-slim conformance/debian:1
 *   kind load docker-image conformance/debian:1
 *   kubectl config view --raw -o jsonpath='{.clusters[0].cluster.certificate-authority-data}' | base64 -d > ca.crt
 *   export CONFORMANCE_URL=$(kubectl config view --raw -o jsonpath='{.clusters[0].cluster.server}')
 *   export CONFORMANCE_TOKEN=$(kubectl -n conformance-admin create token admin --duration=24h)
 *   export CONFORMANCE_CA=ca.crt
 *   mocha --timeout 120000 'e2e/conformance/*.test.ts'
 *
 * CONFORMANCE_IMAGE names an image with a shell, if it is not conformance/debian:1.
 */

export interface Target {
  /** A client with the rights of a cluster administrator. */
  readonly admin: Client
  /** The namespace of this suite. */
  readonly namespace: string
  /** Milliseconds to wait for actions of the cluster's controllers. */
  readonly patience: number
  readonly image: string
  /** Whether the target is the demo cluster, whose history can be compacted on demand. */
  readonly demo: boolean
  /** Returns a client with another token, or without one. */
  as(token: string | undefined): Client
  /** Expires old resourceVersions and continue tokens; returns false if the target does not support that. */
  compact(): boolean
}

/** Connects to the cluster under test and creates a namespace in it. */
export async function openTarget(): Promise<Target> {
  const {
    CONFORMANCE_URL: url,
    CONFORMANCE_TOKEN: token,
    CONFORMANCE_CA: ca,
    CONFORMANCE_IMAGE: image,
  } = process.env
  const demo = url === undefined ? await openDemoCluster({ pace: 'fast' }) : undefined
  const address = { url: demo?.url ?? url ?? '', ca: ca === undefined ? undefined : readFileSync(ca) }
  const as = (bearer: string | undefined): Client => {
    const client = new Client(address, bearer)
    closeAfterwards('a client of the API server', () => client.close())
    return client
  }
  const admin = as(demo?.token ?? token)
  const namespace = `conformance-${randomUUID().slice(0, 8)}`
  closeAfterwards('a namespace', () => admin.send('DELETE', `/api/v1/namespaces/${namespace}`))
  await createNamespace(admin, namespace)
  return {
    admin,
    namespace,
    patience: demo === undefined ? 90_000 : 8000,
    image: image ?? 'conformance/debian:1',
    demo: demo !== undefined,
    as,
    compact: () => {
      demo?.faults.compact()
      return demo !== undefined
    },
  }
}

async function createNamespace(admin: Client, name: string): Promise<void> {
  await admin.create('/api/v1/namespaces', { metadata: { name } })
  // The API server rejects Pods until the namespace has its default ServiceAccount.
  await eventually(10_000, async () => {
    const { status } = await admin.send('GET', `/api/v1/namespaces/${name}/serviceaccounts/default`)
    return status === 200
  })
}

/** Creates a ServiceAccount with a Role in the suite's namespace and returns a client with its token. */
export async function serviceAccount(target: Target, name: string, rules: object[]): Promise<Client> {
  const { admin, namespace } = target
  const home = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`
  await admin.create(home, { metadata: { name } })
  await admin.create(`${rbac}/roles`, { metadata: { name }, rules })
  await admin.create(`${rbac}/rolebindings`, {
    metadata: { name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
  })
  const { json } = await admin.send('POST', `${home}/${name}/token`, {
    body: { spec: { expirationSeconds: 3600 } },
  })
  return target.as(present(json.status?.token, 'status.token'))
}
