import { call } from '../support/http.ts'
import type { Kube, KubeObject } from '../support/kube.ts'
import { until } from '../support/until.ts'
import type { Truth, Versions } from './quorum.ts'
import { Random } from './random.ts'
import { PREFIX } from '../kinds/parts.ts'
import { fixtures, resources, type Resource } from '../kinds/register.ts'
import { pathOf } from './resources.ts'

const NAMESPACE = `${PREFIX}-marks`
const NAME = 'mark'

/**
 * One object of each resource, changed when everything else is quiet. A cache that contains this change
 * contains all changes before it, because the versions of a resource arrive in order.
 */
export class Marks {
  readonly #kube: Kube
  #touched = 0

  constructor(kube: Kube) {
    this.#kube = kube
  }

  /** Creates the missing marks. */
  async make(): Promise<void> {
    const random = new Random(1)
    const objects: [collection: string, KubeObject][] = [
      ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }],
    ]
    for (const resource of resources) {
      const { namespace, name } = placeOf(resource)
      const object = await fixtures[resource].make(random, { namespace, name }, this.#kube)
      objects.push([pathOf(resource, namespace), object])
    }
    for (const [collection, object] of objects)
      await until(`${collection} to take the mark`, async () => {
        const { status, body } = await this.#kube.call('POST', collection, object)
        if (status === 201 || status === 409) return true
        throw new Error(JSON.stringify(body))
      })
  }

  /** Changes each mark; returns the new resourceVersions. */
  async touch(): Promise<Versions> {
    const labels = { touched: String(this.#touched++) }
    const touched = resources.map(async (resource) => [resource, await this.#touch(resource, labels)])
    return Object.fromEntries(await Promise.all(touched)) as Versions
  }

  /** Changes the mark of a resource. The controllers of a real cluster delete a Pod whose node is gone: then it is made again. */
  async #touch(resource: Resource, labels: Readonly<Record<string, string>>): Promise<string> {
    const { namespace, name } = placeOf(resource)
    return until(`the mark of ${resource}`, async () => {
      const patch = { metadata: { labels } }
      const { status, body } = await this.#kube.call('PATCH', pathOf(resource, namespace, name), patch)
      if (status === 404) await this.make()
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return String((body as KubeObject).metadata['resourceVersion'])
    })
  }
}

/** Returns the place of a resource's mark. */
function placeOf(resource: Resource): { namespace: string | undefined; name: string } {
  return fixtures[resource].namespaced
    ? { namespace: NAMESPACE, name: NAME }
    : { namespace: undefined, name: `${PREFIX}-${NAME}` }
}

/** Returns the newest version of each resource: of its objects or of its mark. */
export function newest(truth: Truth, touched: Versions): Versions {
  const all = resources.map((resource) => {
    const there = truth[resource].map(({ metadata }) => BigInt(metadata.resourceVersion ?? '0'))
    const most = [...there, BigInt(touched[resource])].reduce((a, b) => (a > b ? a : b))
    return [resource, String(most)]
  })
  return Object.fromEntries(all) as Versions
}

/**
 * Waits until the service's caches contain these versions. At the deadline (on the clock of performance.now),
 * returns the resources that are behind, with their last response.
 */
export async function behind(
  api: string,
  versions: Versions,
  deadline: number,
): Promise<{ resource: Resource; said: string }[]> {
  const late = await Promise.all(
    resources.map(async (resource) => {
      let said = 'nothing'
      const path = fixtures[resource].cachedRead({ namespace: NAMESPACE, name: NAME })
      const hit = async () => {
        const header = { 'x-resource-version': `${resource}:${versions[resource]}` }
        const { status, headers } = await call(api, 'GET', path, undefined, header)
        said = `${status} ${headers.get('x-cache') ?? ''}`
        return status === 200 && headers.get('x-cache') === 'hit' ? true : undefined
      }
      const left = Math.max(0, deadline - performance.now())
      return await until(resource, hit, left).then(
        () => undefined,
        () => ({ resource, said: `${resource} ${versions[resource]}: ${said}` }),
      )
    }),
  )
  return late.filter((one) => one !== undefined)
}
