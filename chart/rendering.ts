import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type {
  V1ClusterRole,
  V1ConfigMap,
  V1Container,
  V1CustomResourceDefinition,
  V1Deployment,
  V1Ingress,
  V1Lease,
  V1Pod,
  V1PodDisruptionBudget,
  V1PodSpec,
  V1RoleBinding,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node'
import type { Context } from 'mocha'
import { parse, parseAllDocuments } from 'yaml'
import { CHART, helmMissing, helmRequired, render } from './helm.ts'

export interface Metadata {
  name: string
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: Metadata
}

interface Monitored {
  namespaceSelector: { matchNames: string[] }
  selector: { matchLabels: Record<string, string> }
}

interface Endpoint {
  port: string
  path: string
  honorLabels: boolean
  interval?: string
}

export interface ServiceMonitor {
  spec: Monitored & { endpoints: Endpoint[] }
}

export interface PodMonitor {
  spec: Monitored & { podMetricsEndpoints: Endpoint[] }
}

export interface PrometheusRule {
  spec: { groups: { name: string; rules: { alert: string; expr: string }[] }[] }
}

export interface HttpRoute {
  spec: { hostnames: string[]; rules: { backendRefs: { name: string; port: number }[] }[] }
}

interface PolicyPort {
  port: number
  protocol: string
}

/** As written in YAML: the client's type renames `from`. */
export interface NetworkPolicy {
  spec: {
    podSelector: { matchLabels: Record<string, string> }
    policyTypes: string[]
    ingress: { from?: { podSelector?: { matchLabels: Record<string, string> } }[]; ports?: PolicyPort[] }[]
    egress?: { to?: unknown[]; ports?: PolicyPort[] }[]
  }
}

/** The type of each kind that the chart renders. */
export interface Kinds {
  ClusterRole: V1ClusterRole
  ClusterRoleBinding: V1RoleBinding
  ConfigMap: V1ConfigMap
  CustomResourceDefinition: V1CustomResourceDefinition
  Deployment: V1Deployment
  HTTPRoute: HttpRoute
  HorizontalPodAutoscaler: V2HorizontalPodAutoscaler
  Ingress: V1Ingress
  Lease: V1Lease
  Namespace: object
  NetworkPolicy: NetworkPolicy
  Pod: V1Pod
  PodDisruptionBudget: V1PodDisruptionBudget
  PodMonitor: PodMonitor
  PrometheusRule: PrometheusRule
  Role: V1ClusterRole
  RoleBinding: V1RoleBinding
  Secret: V1Secret
  Service: V1Service
  ServiceAccount: V1ServiceAccount
  ServiceMonitor: ServiceMonitor
}

/** The longest release name that helm accepts, so that every derived name has its maximal length. */
export const RELEASE = 'release-whose-name-is-as-long-as-helm-allows-at-most1'
export const NAMESPACE = 'inspection'

/** The value files that the chart has to render. */
export const cases = valueFiles('ci')

export interface ValueFile {
  name: string
  path: string
  text: string
  values: unknown
}

export function valueFiles(folder: string): ValueFile[] {
  return readdirSync(join(CHART, folder))
    .toSorted()
    .map((file) => {
      const path = join(CHART, folder, file)
      const text = readFileSync(path, 'utf8')
      return { name: basename(file, '.yaml'), path, text, values: parse(text) as unknown }
    })
}

/** Skips the suite if helm is missing, or fails with HELM_REQUIRED=1; call it in `before`. */
export async function needsHelm(suite: Context): Promise<void> {
  const missing = await helmMissing()
  if (missing === undefined) return
  if (helmRequired) throw new Error(missing)
  console.log(`    skipped: ${missing}`)
  suite.skip()
}

/** Renders the chart's objects; takes the arguments of `helm template`. */
export async function renderObjects(...args: string[]): Promise<KubeObject[]> {
  return parseObjects(await render(RELEASE, CHART, '--namespace', NAMESPACE, ...args))
}

export function parseObjects(text: string): KubeObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS({ maxAliasCount: 0 }) as KubeObject | null)
    .filter((object) => object !== null)
}

export function all<K extends keyof Kinds>(
  objects: readonly KubeObject[],
  kind: K,
): (KubeObject & Kinds[K])[] {
  return objects.filter((object): object is KubeObject & Kinds[K] => object.kind === kind)
}

export function only<K extends keyof Kinds>(objects: readonly KubeObject[], kind: K): KubeObject & Kinds[K] {
  const found = all(objects, kind).filter((object) => !isHook(object))
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} objects of kind ${kind}`)
  return found[0]
}

/** Whether an object belongs to the operator only. */
export function isOperators(object: KubeObject): boolean {
  return object.metadata.labels?.['app.kubernetes.io/component'] === 'operator'
}

export function isHook(object: KubeObject): boolean {
  return object.metadata.annotations?.['helm.sh/hook'] !== undefined
}

/** Returns the spec of the server's Pods. */
export function serverPod(objects: readonly KubeObject[]): V1PodSpec {
  const pod = only(objects, 'Deployment').spec?.template.spec
  if (pod === undefined) throw new Error('the Deployment has no Pod')
  return pod
}

export function serverContainer(objects: readonly KubeObject[]): V1Container {
  const [container] = serverPod(objects).containers
  if (container === undefined) throw new Error('the Pod has no container')
  return container
}

/** Returns the operator's sidecar container, if there is one. */
export function operatorContainer(objects: readonly KubeObject[]): V1Container | undefined {
  return serverPod(objects).initContainers?.find(({ name }) => name === 'operator')
}

/** Returns the spec of every Pod, including hooks, with the name of the object that creates it. */
export function podSpecs(objects: readonly KubeObject[]): { name: string; spec: V1PodSpec }[] {
  const templates = all(objects, 'Deployment').map(({ kind, spec }) => ({
    name: kind,
    spec: spec?.template.spec,
  }))
  const pods = all(objects, 'Pod').map(({ kind, spec }) => ({ name: kind, spec }))
  return [...templates, ...pods].flatMap(({ name, spec }) => (spec === undefined ? [] : [{ name, spec }]))
}

/** Returns the configuration that the server reads. */
export function serverConfig(objects: readonly KubeObject[]): Record<string, unknown> {
  const [text] = all(objects, 'ConfigMap').flatMap(({ data }) => data?.['config.json'] ?? [])
  if (text === undefined) throw new Error('no ConfigMap has a config.json')
  return JSON.parse(text) as Record<string, unknown>
}

/** Whether an object has every label of a selector. */
export function selects(
  selector: Record<string, string> | undefined,
  labels: Record<string, string> | undefined,
): boolean {
  return selector !== undefined && Object.entries(selector).every(([key, value]) => labels?.[key] === value)
}
