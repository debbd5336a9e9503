import { kindNamed } from '../kinds.ts'
import type { KubeObject } from '../object.ts'
import type { Pod } from '../types.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import { conditionOf } from './conditions.ts'
import { type ControllerContext, WorkQueue, createObject, splitKey, updateObject } from './context.ts'

const services = kindNamed('services')
const slices = kindNamed('endpointslices')
const pods = kindNamed('pods')
const manager = 'kube-controller-manager'

interface ServicePort {
  name?: string
  port: number
  protocol?: string
  targetPort?: number | string
}

interface Service extends KubeObject {
  spec?: {
    selector?: Readonly<Record<string, string>>
    type?: string
    ipFamilies?: readonly string[]
    ports?: readonly ServicePort[]
    publishNotReadyAddresses?: boolean
  }
}

/** Keeps one EndpointSlice for each IP family of a Service that selects Pods. */
export function runEndpointSlices(context: ControllerContext): void {
  const { store, clock, pace } = context
  const queue = new WorkQueue(clock, pace.reconcile, (key) => reconcile(context, key))
  store.subscribe(services, ({ key, type }) => {
    if (type !== 'DELETED') queue.add(key)
  })
  store.subscribe(pods, ({ current, previous }) => {
    const states = [current.object, ...(previous === undefined ? [] : [previous.object])]
    for (const { object } of store.list(services, current.object.metadata.namespace))
      if (states.some((pod) => selects(object, pod))) queue.add(keyOf(object))
  })
  for (const { object } of store.list(services)) queue.add(keyOf(object))
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`
}

function selects({ spec }: Service, { metadata }: KubeObject): boolean {
  const labels = Object.entries(spec?.selector ?? {})
  return labels.length > 0 && labels.every(([name, value]) => metadata.labels?.[name] === value)
}

function reconcile(context: ControllerContext, key: string): void {
  const { store } = context
  const [namespace, name] = splitKey(key)
  const service: Service | undefined = store.read(services, namespace, name)?.object
  if (service === undefined || Object.keys(service.spec?.selector ?? {}).length === 0) return
  if (service.spec?.type === 'ExternalName') return
  const chosen = store
    .list(pods, namespace)
    .map(({ object }) => object as Pod)
    .filter((pod) => selects(service, pod) && !['Succeeded', 'Failed'].includes(pod.status?.phase))
  for (const family of service.spec?.ipFamilies ?? ['IPv4']) {
    const wanted = sliceOf(service, family, chosen)
    const before = store.read(slices, namespace, wanted.metadata.name)?.object
    if (before === undefined) createObject(context, wanted, manager)
    else
      updateObject(
        context,
        slices,
        before,
        { ...before, endpoints: wanted['endpoints'], ports: wanted['ports'] },
        { manager },
      )
  }
}

function sliceOf(service: Service, addressType: string, chosen: readonly Pod[]): KubeObject {
  const { namespace = '', name, uid = '' } = service.metadata
  const endpoints = chosen.flatMap((pod) => endpointOf(service, addressType, pod))
  const owner = { apiVersion: 'v1', kind: 'Service', name, uid, controller: true, blockOwnerDeletion: true }
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${name}-${suffixOf(`${namespace}/${name}/${addressType}`)}`,
      generateName: `${name}-`,
      namespace,
      labels: {
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
      ownerReferences: [owner],
    },
    addressType,
    // A slice without endpoints has no ports: these are those of the Pods.
    endpoints: endpoints.length === 0 ? null : endpoints,
    ports: endpoints.length === 0 ? null : portsOf(service, chosen[0]),
  }
}

/** Returns the endpoint of a Pod in one IP family: none before it has an address. */
function endpointOf({ spec }: Service, addressType: string, { metadata, spec: { nodeName }, status }: Pod) {
  const isFamily = ({ ip }: { ip: string }): boolean => ip.includes(':') === (addressType === 'IPv6')
  const address = status?.podIPs?.find(isFamily)?.ip
  if (address === undefined) return []
  const serving = conditionOf(status?.conditions, 'Ready')?.status === 'True'
  const terminating = metadata.deletionTimestamp !== undefined
  const ready = spec?.publishNotReadyAddresses === true || (serving && !terminating)
  const { name, namespace, uid } = metadata
  return [
    {
      addresses: [address],
      conditions: { ready, serving, terminating },
      nodeName,
      targetRef: { kind: 'Pod', namespace, name, uid },
    },
  ]
}

/** Returns the ports of a slice; a name of a container port is looked up in a Pod. */
function portsOf({ spec }: Service, pod: Pod | undefined): object[] {
  const named = (pod?.spec.containers ?? []).flatMap(({ ports = [] }) => ports)
  return (spec?.ports ?? []).map(({ name = '', port, protocol = 'TCP', targetPort = port }) => ({
    name,
    port:
      typeof targetPort === 'number'
        ? targetPort
        : named.find((one) => one.name === targetPort)?.containerPort,
    protocol,
  }))
}
