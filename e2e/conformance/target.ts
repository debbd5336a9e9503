import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { startDemoCluster } from '../../server/demo/cluster.ts'
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
  /** Speaks as the cluster's administrator. */
  readonly admin: Client
  /** A namespace of this suite's own. */
  readonly namespace: string
  /** How long to wait for what a cluster does by itself. */
  readonly patience: number
  readonly image: string
  /** True for the demo cluster, where history can be forgotten at will. */
  readonly demo: boolean
  /** Speaks with another token, or with none. */
  as(token: string | undefined): Client
  /** Makes old versions and tokens expire; false where the suite cannot do that. */
  compact(): boolean
  close(): Promise<void>
}

/** Connects to the cluster under test and makes a namespace in it. */
export async function openTarget(): Promise<Target> {
  const {
    CONFORMANCE_URL: url,
    CONFORMANCE_TOKEN: token,
    CONFORMANCE_CA: ca,
    CONFORMANCE_IMAGE: image,
  } = process.env
  const demo = url === undefined ? await startDemoCluster({ pace: 'fast' }) : undefined
  const address = { url: demo?.url ?? url ?? '', ca: ca === undefined ? undefined : readFileSync(ca) }
  const clients: Client[] = []
  const as = (bearer: string | undefined): Client => {
    const client = new Client(address, bearer)
    clients.push(client)
    return client
  }
  const admin = as(demo?.token ?? token)
  const namespace = `conformance-${randomUUID().slice(0, 8)}`
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
    close: async () => {
      await admin.send('DELETE', `/api/v1/namespaces/${namespace}`)
      for (const client of clients) client.close()
      await demo?.close()
    },
  }
}

async function createNamespace(admin: Client, name: string): Promise<void> {
  await admin.create('/api/v1/namespaces', { metadata: { name } })
  // Pods are refused until the namespace has its default ServiceAccount.
  await eventually(10_000, async () => {
    const { status } = await admin.send('GET', `/api/v1/namespaces/${name}/serviceaccounts/default`)
    return status === 200
  })
}

/** A ServiceAccount's client, with what a Role allows it in the suite's namespace. */
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
