import type { ObjectMeta } from '../../../server/cluster/objects.ts'
import type { KubeObject } from '../../support/kube.ts'
import { output, run, type Finished } from './process.ts'

/** What kubectl says of one cluster, through one kubeconfig file that is never the user's own. */
export class Kubectl {
  readonly kubeconfig: string

  constructor(kubeconfig: string) {
    this.kubeconfig = kubeconfig
  }

  /** Runs kubectl; its exit code is a result. */
  async try(...args: string[]): Promise<Finished> {
    return run('kubectl', ['--kubeconfig', this.kubeconfig, ...args])
  }

  async text(...args: string[]): Promise<string> {
    return output('kubectl', ['--kubeconfig', this.kubeconfig, ...args])
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.text(...args, '-o', 'json')) as T
  }

  /** The objects of `kubectl get … -o json`, in the order it gives them. */
  async items<T>(...args: string[]): Promise<T[]> {
    return (await this.json<{ items: T[] }>('get', ...args)).items
  }

  /** The rows of `kubectl get` as a person sees them, by column. */
  async table(...args: string[]): Promise<Record<string, string>[]> {
    const [head = '', ...lines] = (await this.text('get', ...args)).trimEnd().split('\n')
    const columns = head.trim().split(/ {2,}/)
    return lines.map((line) => {
      const cells = line.trim().split(/ {2,}/)
      return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
    })
  }

  async apply(...objects: (KubeObject | Record<string, unknown>)[]): Promise<void> {
    await output('kubectl', ['--kubeconfig', this.kubeconfig, 'apply', '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    })
  }

  /** Applies one object, strictly; that it is refused is a result. */
  async tryApply(object: KubeObject): Promise<Finished> {
    const args = ['--kubeconfig', this.kubeconfig, 'apply', '--validate=strict', '-f', '-']
    return run('kubectl', args, { input: JSON.stringify(object) })
  }

  /** Deletes without waiting for the end of it. */
  async remove(...args: string[]): Promise<void> {
    await this.text('delete', '--wait=false', '--ignore-not-found', ...args)
  }
}

/** `namespace/name`, which is also the order of the API server's lists. */
export function keyOf({ metadata }: { metadata: Pick<ObjectMeta, 'name' | 'namespace'> }): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

/** A container of the fixtures: a line of JavaScript run by the service's own image. */
export function node(image: string, name: string, script: string): Record<string, unknown> {
  return { name, image, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', script] }
}

/** A Pod of the fixtures that ends at once when it is told to. */
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
