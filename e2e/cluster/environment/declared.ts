import { until } from '../../support/until.ts'
import type { ClusterContext } from '../../../server/operator/resources.ts'
import type { KubeObject } from '../../support/kube.ts'
import { NAMESPACE } from './release.ts'
import { world } from './world.ts'

/** Returns a ClusterContext in the release's namespace. */
export function declared(name: string, spec: object): KubeObject {
  return {
    apiVersion: 'clusterinspector.dev/v1alpha1',
    kind: 'ClusterContext',
    metadata: { name, namespace: NAMESPACE },
    spec: { contextName: name, ...spec },
  }
}

/** Returns a Secret in the release's namespace. */
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

/** Returns a kubeconfig with one context. */
export function kubeconfigOf(
  { server, ca, token }: { server: string; ca: string; token?: string },
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

/**
 * Returns the readiness, reason and version of a ClusterContext in the output of `kubectl get
 * clustercontexts`.
 */
export async function reportedBy(name: string): Promise<string> {
  const rows = await world().kubectl.text('get', 'clustercontexts', '-n', NAMESPACE, '--no-headers')
  const row = rows.split('\n').find((line) => line.startsWith(`${name} `)) ?? ''
  // Columns: NAME, CONTEXT, READY, REASON, VERSION, AGE; a cell may be empty.
  return row.trim().split(/ +/).slice(2, -1).join(' ')
}

/** Waits until the output of `kubectl get clustercontexts` matches. */
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

/** Reads a ClusterContext. */
export async function readDeclared(name: string): Promise<ClusterContext> {
  return world().kubectl.json<ClusterContext>('get', 'clustercontext', '-n', NAMESPACE, name)
}

export async function removeDeclared(...names: string[]): Promise<void> {
  const { kubectl } = world()
  await kubectl.text('delete', '-n', NAMESPACE, '--ignore-not-found', ...names)
}
