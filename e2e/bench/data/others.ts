import { Random } from '../../oracle/random.ts'
import { fixtures, type Resource } from '../../kinds/register.ts'
import type { KindFixture } from '../../kinds/fixture.ts'
import type { Kube, KubeObject } from '../../support/kube.ts'
import { namespaceOf, type Shape } from './shape.ts'

/** Kinds of which every shape has enough. */
const PLENTY: ReadonlySet<Resource> = new Set(['pods', 'nodes', 'events', 'deployments', 'replicasets'])

/** Returns `each` objects of every kind but those, like the objects of the oracle's churn. */
export async function othersOf(shape: Shape, each: number, kube: Kube): Promise<KubeObject[]> {
  const random = new Random(1)
  const objects: KubeObject[] = []
  for (const [resource, fixture] of Object.entries<KindFixture>(fixtures)) {
    if (PLENTY.has(resource as Resource)) continue
    for (let index = 0; index < each; index++) {
      const namespace = fixture.namespaced ? namespaceOf(index % shape.namespaces) : undefined
      objects.push(await fixture.make(random, { namespace, name: `${fixture.stem}-${index}` }, kube))
    }
  }
  return objects
}
