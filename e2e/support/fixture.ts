import { randomBytes } from 'node:crypto'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { call } from './http.ts'
import type { KubeObject } from './kube.ts'
import type { Target } from './target.ts'
import { until } from './until.ts'

/** Shell script that prints a line every 0.2 s, without end. */
const TALK = 'while true; do echo a line; sleep 0.2; done'
/** Shell script that prints three lines and exits. */
const SAY = 'echo line 1; echo line 2; echo line 3'

/** A namespace of its own with one Deployment that talks. */
export interface Fixture {
  namespace: string
  deployment: string
  /** Labels of the Deployment's Pods. */
  labels: Record<string, string>
}

/**
 * Returns a container that runs a shell script, limited to the few commands that the demo cluster understands
 * as well.
 */
export function container(target: Target, name: string, script: string = TALK): Record<string, unknown> {
  return {
    name,
    image: target.image,
    imagePullPolicy: 'IfNotPresent',
    command: ['sh', '-c', script],
    resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
    ports: [{ containerPort: 8080, name: 'web' }],
    env: [{ name: 'GREETING', value: 'a-literal-nobody-may-see' }],
  }
}

export function deploymentOf(
  target: Target,
  namespace: string,
  name: string,
  extra: Record<string, unknown> = {},
): KubeObject {
  const labels = { app: name, suite: 'api' }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels, annotations: { owner: 'team-api' } },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 1, containers: [container(target, 'web')] },
      },
      ...extra,
    },
  }
}

export function podOf(
  target: Target,
  namespace: string,
  name: string,
  spec: Record<string, unknown> = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { lone: 'yes' } },
    spec: {
      terminationGracePeriodSeconds: 1,
      restartPolicy: 'Never',
      containers: [container(target, 'main', SAY)],
      ...spec,
    },
  }
}

/**
 * Creates the namespace and its Deployment, and waits until it is fully available, both in the cluster and
 * through the service.
 */
export async function openFixture(target: Target): Promise<Fixture> {
  const namespace = `api-${randomBytes(4).toString('hex')}`
  const deployment = 'web'
  await target.kube.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  closeAfterwards('a namespace', () => target.kube.remove(`/api/v1/namespaces/${namespace}`))
  const made = deploymentOf(target, namespace, deployment)
  await target.kube.create(made)
  await rolledOut(target, namespace, deployment)
  const fixture = { namespace, deployment, labels: { app: deployment, suite: 'api' } }
  await waitUntilRunning(target, fixture)
  return fixture
}

interface RawDeployment {
  metadata: { generation: number }
  spec: { replicas: number }
  status: {
    observedGeneration?: number
    replicas?: number
    updatedReplicas?: number
    availableReplicas?: number
  }
}

/** Waits until a rollout completes, as `kubectl rollout status` does. */
export async function rolledOut(target: Target, namespace: string, name: string): Promise<void> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`
  await until(
    `the roll-out of ${namespace}/${name}`,
    async () => {
      const { metadata, spec, status } = await target.kube.get<RawDeployment>(path)
      const seen = (status.observedGeneration ?? 0) >= metadata.generation
      const counts = [status.replicas, status.updatedReplicas, status.availableReplicas]
      return seen && counts.every((count) => (count ?? 0) === spec.replicas) ? true : undefined
    },
    target.patienceMs,
  )
}

/** A change reaches the service's caches a moment after it reaches the API server. */
async function waitUntilRunning(target: Target, { namespace, labels }: Fixture): Promise<void> {
  const there = await podsOf(target, namespace, labels)
  await until(
    `the service to see the Pods of ${namespace} run`,
    async () => {
      const { json } = await call(target.api, 'GET', `/api/pods?namespace=${namespace}`)
      const pods = json['pods'] as { podIP?: string; containers: { ready: boolean }[] }[]
      const running = pods.filter(
        (pod) => pod.podIP !== undefined && pod.containers.every((one) => one.ready),
      )
      return running.length === there.length ? true : undefined
    },
    target.patienceMs,
  )
}

/** Lists the Pods of a namespace with these labels directly from the cluster. */
export async function podsOf(
  target: Target,
  namespace: string,
  labels: Record<string, string>,
): Promise<KubeObject[]> {
  const selector = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  const list = await target.kube.get<{ items: KubeObject[] }>(
    `/api/v1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(selector.join(','))}`,
  )
  return list.items
}
