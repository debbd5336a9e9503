import { until } from '../../support/until.ts'
import type { ClusterContext } from '../../../server/operator/resources.ts'
import type { KubeObject } from '../../support/kube.ts'
import { NAMESPACE } from './release.ts'
import { world } from './world.ts'

/** A ClusterContext beside the release. */
export function declared(name: string, spec: object): KubeObject {
  return {
    apiVersion: 'clusterinspector.dev/v1alpha1',
    kind: 'ClusterContext',
    metadata: { name, namespace: NAMESPACE },
    spec: { contextName: name, ...spec },
  }
}

/** A Secret beside the release. */
export function secretOf(
  name: string,
  values: Record<string, string>,
  labels: Record<string, string> = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: NAMESPACE, labels },
    stringData: values,
  }
}

/** A kubeconfig of one context. */
export function kubeconfigOf(
  { server, ca, token }: { server: string; ca: string; token: string },
  cluster: object = {},
  user: object = {},
): string {
  const data = Buffer.from(ca).toString('base64')
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server, 'certificate-authority-data': data, ...cluster } }],
    users: [{ name: 'u', user: { token, ...user } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
}

/** How `kubectl get clustercontexts` shows one: ready, reason and version. */
export async function reportedBy(name: string): Promise<string> {
  const rows = await world().kubectl.text('get', 'clustercontexts', '-n', NAMESPACE, '--no-headers')
  const row = rows.split('\n').find((line) => line.startsWith(`${name} `)) ?? ''
  // NAME, CONTEXT, READY, REASON, VERSION, AGE; a cell may be empty.
  return row.trim().split(/ +/).slice(2, -1).join(' ')
}

/** Waits until kubectl shows it so. */
export async function reported(name: string, expected: RegExp, deadlineMs: number): Promise<string> {
  return until(
    `${name} to be ${String(expected)}`,
    async () => {
      const found = await reportedBy(name)
      if (expected.test(found)) return found
      throw new Error(`it is ${found || 'nothing'}`)
    },
    deadlineMs,
  )
}

/** One of them as it is. */
export async function readDeclared(name: string): Promise<ClusterContext> {
  return world().kubectl.json<ClusterContext>('get', 'clustercontext', '-n', NAMESPACE, name)
}

/** Takes them away. */
export async function removeDeclared(...names: string[]): Promise<void> {
  const { kubectl } = world()
  await kubectl.text('delete', '-n', NAMESPACE, '--ignore-not-found', ...names)
}
