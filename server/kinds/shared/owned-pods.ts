import { defineGeneratedRoute } from '../../api/define-route.ts'
import { namedParams, namespacedListQuery } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import { readObject } from '../../cluster/malformed-object.ts'
import type { LabelSelector } from '../../cluster/objects.ts'
import type { Cluster, ClusterScope } from '../../cluster/read/cluster.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { right, type KindRoute, type KubernetesObject } from '../define-kind.ts'
import { pods } from '../pods/kind.ts'
import { ownedPod } from '../pods/projections.ts'
import { ownedPod as podSchema, ownedPodList } from '../pods/schema.ts'
import { checked } from './checked.ts'
import { selectorText } from './label-selector.ts'
import { pageFields, paginate, type PageRequest } from './paginate.ts'

/** A workload that owns Pods. */
interface PodOwner extends KubernetesObject {
  spec?: { selector?: LabelSelector | null }
}

/** Query of a list of owned objects. */
type OwnedQuery = PageRequest & { readonly labelSelector?: string }

const checkedPod = checked('Pod', podSchema, ownedPod)

/**
 * Returns the route of a workload's Pods, by ownership: Pods whose controller it is or, with `through`, whose controller is an
 * object of that kind that it controls. Its selector only narrows the lists, as for its controller: a Pod that no longer matches
 * has been released.
 */
export function ownedPodsRoute<T extends PodOwner>(
  owner: Kind<T> & { readonly path: string },
  through?: Kind<KubernetesObject>,
): KindRoute {
  const { kind, path } = owner
  return defineGeneratedRoute({
    method: 'GET',
    path: `/api/${path}/{name}/pods`,
    summary: `List the Pods of a ${kind}, by ownership`,
    operationId: `list${kind}Pods`,
    params: namedParams,
    query: namespacedListQuery,
    response: ownedPodList,
    audience: 'cluster-authorized',
    cacheable: true,
    access: [
      right('get', owner),
      ...(through === undefined ? [] : [right('list', through)]),
      right('list', pods),
    ],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const ref = { name: String(params['name']), namespace: String(query['namespace']) }
      const { selector, controllers } = await controllersOf(cluster, owner, ref, through)
      // Validated by the schema of the query.
      const { labelSelector = '', ...page } = query as OwnedQuery
      const found = await cluster.list(
        pods,
        {
          namespace: ref.namespace,
          labelSelector: [selector, labelSelector].filter((text) => text !== '').join(','),
          controlledBy: controllers,
        },
        checkedPod,
      )
      const list = [path, 'pods', ref.namespace, ref.name, labelSelector]
      const cut = paginate(found, (pod) => pod.name, list, page)
      return SerializedBody.of({ pods: cut.items, ...pageFields(cut) }, Infinity)
    },
  })
}

/** The uids of the controllers of a workload's Pods, and its selector as a list takes it. */
interface PodControllers {
  readonly selector: string
  readonly controllers: readonly string[]
}

/**
 * Returns the controllers of a workload's Pods: itself or, with `through`, the objects of that kind that it controls. Throws
 * NotFoundError if it does not exist.
 */
export async function controllersOf<T extends PodOwner>(
  cluster: Cluster,
  owner: Kind<T>,
  ref: { readonly name: string; readonly namespace: string },
  through?: Kind<KubernetesObject>,
): Promise<PodControllers> {
  const object = await cluster.get(owner, ref)
  const selector = readObject(owner.kind, object, ({ spec }) => selectorText(spec?.selector))
  const { uid } = object.metadata
  if (through === undefined) return { selector, controllers: [uid] }
  const selection = { namespace: ref.namespace, labelSelector: selector, controlledBy: [uid] }
  return { selector, controllers: await cluster.list(through, selection, ({ metadata }) => metadata.uid) }
}
