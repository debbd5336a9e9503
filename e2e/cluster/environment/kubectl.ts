import type { ObjectMeta } from '../../../server/cluster/objects.ts'
import type { KubeObject } from '../../support/kube.ts'
import { output, run, type Finished } from './process.ts'

/** Characters of an object that kubectl can apply: TotalAnnotationSizeLimitB of the API is 256 KiB. */
const MAX_APPLIED = 200_000

/** Runs kubectl against one cluster, with a kubeconfig file of its own, never the user's. */
export class Kubectl {
  readonly kubeconfig: string

  constructor(kubeconfig: string) {
    this.kubeconfig = kubeconfig
  }

  /** Runs kubectl; a non-zero exit code is returned, not thrown. */
  async try(...args: string[]): Promise<Finished> {
    return run('kubectl', ['--kubeconfig', this.kubeconfig, ...args])
  }

  async text(...args: string[]): Promise<string> {
    return output('kubectl', ['--kubeconfig', this.kubeconfig, ...args])
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.text(...args, '-o', 'json')) as T
  }

  /** Returns the objects of `kubectl get … -o json` in kubectl's order. */
  async items<T>(...args: string[]): Promise<T[]> {
    return (await this.json<{ items: T[] }>('get', ...args)).items
  }

  /** Returns the rows of `kubectl get`'s table, keyed by column. */
  async table(...args: string[]): Promise<Record<string, string>[]> {
    const [head = '', ...lines] = (await this.text('get', ...args)).trimEnd().split('\n')
    // Cells begin below their header; some are empty.
    const columns = [...head.matchAll(/\S+(?: \S+)*/g)].map(({ 0: name, index }) => ({ name, from: index }))
    return lines.map((line) =>
      Object.fromEntries(
        columns.map(({ name, from }, at) => [name, line.slice(from, columns[at + 1]?.from).trim()]),
      ),
    )
  }

  async apply(...objects: (KubeObject | Record<string, unknown>)[]): Promise<void> {
    // `apply` keeps a copy in an annotation, which the API server limits.
    const isLarge = (object: object) => JSON.stringify(object).length > MAX_APPLIED
    const large = objects.filter(isLarge)
    await this.#write('apply', ...objects.filter((object) => !isLarge(object)))
    if (large.length > 0) await this.#write('create', ...large)
  }

  async #write(verb: 'apply' | 'create', ...items: object[]): Promise<void> {
    await output('kubectl', ['--kubeconfig', this.kubeconfig, verb, '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    })
  }

  /** Applies one object with strict validation; a rejection is returned, not thrown. */
  async tryApply(object: KubeObject): Promise<Finished> {
    const args = ['--kubeconfig', this.kubeconfig, 'apply', '--validate=strict', '-f', '-']
    return run('kubectl', args, { input: JSON.stringify(object) })
  }

  /** Deletes objects without waiting until they are gone. */
  async remove(...args: string[]): Promise<void> {
    await this.text('delete', '--wait=false', '--ignore-not-found', ...args)
  }
}

/** Returns `namespace/name`, the sort key of the API server's lists. */
export function keyOf({ metadata }: { metadata: Pick<ObjectMeta, 'name' | 'namespace'> }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

/** Returns a container that runs a line of JavaScript in the service's image. */
export function node(image: string, name: string, script: string): Record<string, unknown> {
  return { name, image, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', script] }
}

/** Returns a Deployment of Pods with one container that runs an image as it is; they end at once when they are deleted. */
export function deployment(
  namespace: string,
  name: string,
  image: string,
  spec: Record<string, unknown>,
): Record<string, unknown> {
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image }] },
      },
      ...spec,
    },
  }
}

/** Returns a Pod without a termination grace period, which ends at once when it is deleted. */
export function pod(
  namespace: string,
  name: string,
  spec: Record<string, unknown>,
  metadata: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...metadata },
    spec: { terminationGracePeriodSeconds: 0, automountServiceAccountToken: false, ...spec },
  }
}
