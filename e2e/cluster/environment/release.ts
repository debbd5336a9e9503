import { join } from 'node:path'
import type { Deployment } from '../../../server/kinds/deployments/model.ts'
import type { Pod } from '../../../server/kinds/pods/model.ts'
import { until } from '../../support/until.ts'
import type { Kubectl } from './kubectl.ts'
import { output } from './process.ts'

export const RELEASE = 'cluster-inspector'
export const NAMESPACE = 'cluster-inspector'
/** The label that every object of the release has. */
export const INSTANCE = `app.kubernetes.io/instance=${RELEASE}`
/** CustomResourceDefinitions that stay after `helm uninstall`. */
export const KEPT_BY_HELM = [
  'clustercontexts.clusterinspector.dev',
  'userstates.clusterinspector.dev',
] as const
const SERVER = `${INSTANCE},app.kubernetes.io/component=server`
/** The name of the service's ServiceAccount. */
export const ACCOUNT = `${RELEASE}-server`

/**
 * Values besides the defaults, so that every route can be served. Callers of the tests come by port-forward, for which a Pod
 * that ends need not wait until load balancers have heard of it. The suites wait for dozens of rollouts: a Pod that
 * is not ready at its first readiness probe waits for the second, which by default comes five seconds later.
 */
const EVERYTHING_ON = [
  'config.shutdownDelay=1s',
  'readinessProbe.periodSeconds=1',
  'rbac.groups.secrets=true',
  'secrets.reveal=true',
  'secrets.revealGroups={cluster-inspector:port-forward}',
]

/** The chart installed in the cluster. */
export class Release {
  readonly #kubectl: Kubectl
  readonly #chart: string
  readonly #image: readonly string[]
  /** Whether the release may have other values than those of the installation. */
  #isChanged = false

  constructor(kubectl: Kubectl, root: string, image: string) {
    this.#kubectl = kubectl
    this.#chart = join(root, 'chart')
    const colon = image.lastIndexOf(':')
    this.#image = [`image.repository=${image.slice(0, colon)}`, `image.tag=${image.slice(colon + 1)}`]
  }

  async install(): Promise<void> {
    await this.#kubectl.apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    })
    // A release from an earlier run has Pods of an old image under the same tag.
    await this.uninstall()
    await this.#helm('install', RELEASE, this.#chart, ...sets([...this.#image, ...EVERYTHING_ON]), ...WAIT)
  }

  /**
   * Upgrades the release with these values on top of its current ones, and waits until only Pods of the new
   * revision are left.
   */
  async set(...values: string[]): Promise<void> {
    await this.#upgrade('--reuse-values', values)
  }

  /** The same on top of the values of the installation, whatever an earlier suite has set. */
  async setAlone(...values: string[]): Promise<void> {
    await this.#upgrade('--reset-values', [...this.#image, ...EVERYTHING_ON, ...values])
  }

  /** Resets all values to those of the installation, if they are others. */
  async reset(): Promise<void> {
    if (!this.#isChanged) return
    await this.setAlone()
    this.#isChanged = false
  }

  async #upgrade(base: '--reuse-values' | '--reset-values', values: readonly string[]): Promise<void> {
    this.#isChanged = true
    await this.#helm('upgrade', RELEASE, this.#chart, base, ...sets(values), ...WAIT)
    await this.#settled()
  }

  async test(): Promise<string> {
    return this.#helm('test', RELEASE, '--timeout', '180s')
  }

  async uninstall(): Promise<void> {
    await this.#helm('uninstall', RELEASE, '--ignore-not-found', ...WAIT)
  }

  /** Uninstalls the release, and deletes its namespace and the CustomResourceDefinitions that Helm keeps. */
  async purge(): Promise<void> {
    // The last suite uninstalls the release, but an aborted run may not have reached it.
    await this.uninstall().catch(() => undefined)
    const kept = KEPT_BY_HELM.map((name) => `customresourcedefinition/${name}`)
    for (const one of [`namespace/${NAMESPACE}`, ...kept])
      await this.#kubectl.text('delete', '--ignore-not-found', one)
  }

  /** Returns the serving Pod; throws if there is more or less than one. */
  async pod(): Promise<Pod> {
    const pods = await this.pods()
    const [pod, ...others] = pods
    if (pod === undefined || others.length > 0) throw new Error(`${pods.length} Pods serve`)
    return pod
  }

  /** Returns the Pods of the server, including terminating ones. */
  async pods(): Promise<Pod[]> {
    return this.#kubectl.items<Pod>('pods', ...SERVERS)
  }

  /** Restarts all Pods without a change, and waits until the old ones are gone. */
  async restart(): Promise<void> {
    await this.#kubectl.text('rollout', 'restart', 'deployment', ...SERVERS)
    await this.#kubectl.text('rollout', 'status', 'deployment', ...SERVERS, '--timeout=180s')
    await this.#settled()
  }

  async logs(): Promise<string> {
    return this.#kubectl.text('logs', ...SERVERS, '--all-containers', '--tail=60', '--prefix')
  }

  async #settled(): Promise<void> {
    const [deployment] = await this.#kubectl.items<Deployment>('deployments', ...SERVERS)
    await until('the old Pods of the service to be gone', async () => {
      const pods = await this.pods()
      return pods.length === (deployment?.spec?.replicas ?? 1) ? true : undefined
    })
  }

  async #helm(...args: string[]): Promise<string> {
    return output('helm', [...args, '--namespace', NAMESPACE, '--kubeconfig', this.#kubectl.kubeconfig])
  }
}

const SERVERS = ['-n', NAMESPACE, '-l', SERVER]
const WAIT = ['--wait', '--timeout', '180s']

function sets(values: readonly string[]): string[] {
  return values.flatMap((value) => ['--set', value])
}
