import { setTimeout as pause } from 'node:timers/promises'
import { compareVersions } from '../../server/core/formats/resource-version.ts'
import type { KubeObject } from '../support/kube.ts'
import { until } from '../support/until.ts'
import { placeOf, podOf } from './data/pods.ts'
import { configMapOf, eventOf, namespaceObject, nodeOf, secretOf } from './data/rest.ts'
import { namespaceOf, type Shape } from './data/shape.ts'
import { deploymentCount, deploymentOf, replicaSetOf } from './data/workloads.ts'
import { forEach, type Known, type Upstream } from './upstream.ts'

/** Milliseconds for the controllers to learn of Pods before they learn of the owners. */
const HEARD_MS = 5000
const SETTLING_MS = 300_000
const REPLICA_SETS = '/apis/apps/v1/replicasets'
/** A watch cache counts as up to date after this many reads in a row with at most this delay. */
const PROMPT_MS = 100
const PROMPT_TIMES = 5

/**
 * Fills a real cluster with the data of a shape; creates only missing objects. Pods are created before their
 * ReplicaSets, and ReplicaSets before their Deployments, so the controllers adopt existing objects instead of
 * creating or deleting any. It also writes the Pods' status in place of the kubelet.
 */
export async function fill(upstream: Upstream, shape: Shape): Promise<void> {
  const make = maker(upstream)
  await make('/api/v1/namespaces', all(shape.namespaces, namespaceObject))
  await until('every namespace to have its ServiceAccount', async () => {
    const accounts = await upstream.known('/api/v1/serviceaccounts?fieldSelector=metadata.name%3Ddefault')
    const known = new Set(accounts.map(({ metadata }) => metadata.namespace))
    return all(shape.namespaces, namespaceOf).every((name) => known.has(name)) ? true : undefined
  })
  await make('/api/v1/nodes', all(shape.nodes, nodeOf))
  await make(
    '/api/v1/configmaps',
    all(shape.configs, (index) => configMapOf(shape, index)),
  )
  await make(
    '/api/v1/secrets',
    all(shape.configs, (index) => secretOf(shape, index)),
  )
  const pods = all(shape.pods, (index) => podOf(shape, index))
  const made = await make('/api/v1/pods', pods)
  await report(upstream, pods)
  if (made > 0) await pause(HEARD_MS)
  const sets = all(deploymentCount(shape), (index) => replicaSetOf(shape, index))
  await make(REPLICA_SETS, sets)
  await make(
    '/apis/apps/v1/deployments',
    all(deploymentCount(shape), (index) => deploymentOf(shape, index)),
  )
  const uids = new Map((await upstream.known('/api/v1/pods')).map((one) => [keyOf(one), one.metadata.uid]))
  const uidOf = (index: number): string =>
    uids.get(keyOf(pods[Math.floor(index / 2)] ?? podOf(shape, 0))) ?? ''
  await make(
    '/api/v1/events',
    all(shape.events, (index) => eventOf(shape, index, uidOf(index), Date.now())),
  )
  await settled(upstream, shape)
  await prompt(upstream, shape)
}

function all<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function keyOf({ metadata }: Known | KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

/**
 * Creates the missing objects of a collection, without the fields that the API server or a controller sets;
 * returns their number.
 */
function maker(upstream: Upstream) {
  return async (collection: string, objects: readonly KubeObject[]): Promise<number> => {
    const there = new Set((await upstream.known(collection)).map(keyOf))
    const missing = objects.filter((object) => !there.has(keyOf(object)))
    const began = performance.now()
    await forEach(missing, async (object) => {
      const {
        uid: _uid,
        ownerReferences: _owners,
        creationTimestamp: _created,
        ...metadata
      } = object.metadata
      const { namespace } = metadata
      const path = namespace === undefined ? collection : inNamespace(collection, namespace)
      await upstream.create(path, { ...object, metadata })
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    if (missing.length > 0) console.error(`made ${missing.length} of ${collection} in ${seconds} s`)
    return missing.length
  }
}

function inNamespace(collection: string, namespace: string): string {
  const last = collection.lastIndexOf('/')
  return `${collection.slice(0, last)}/namespaces/${namespace}${collection.slice(last)}`
}

/** Writes the status of Pods without one, in place of the kubelet. */
async function report(upstream: Upstream, pods: readonly KubeObject[]): Promise<void> {
  const silent = await upstream.known('/api/v1/pods?fieldSelector=status.phase%3DPending')
  const pending = new Set(silent.map(keyOf))
  await forEach(
    pods.filter((pod) => pending.has(keyOf(pod))),
    async (pod) => {
      const { namespace = '', name } = pod.metadata
      const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`
      await upstream.patch(path, { status: pod['status'] })
    },
  )
}

/**
 * Waits until every Pod and ReplicaSet has been adopted and no additional ones exist. A controller retries
 * failed objects after minutes, or as soon as one of their dependents changes; if there is no progress, all
 * of them are changed.
 */
async function settled(upstream: Upstream, shape: Shape): Promise<void> {
  let before: number | undefined
  await until(
    'the controllers to have adopted what they own',
    async () => {
      const inBench = (one: Known): boolean => one.metadata.namespace?.startsWith('bench-') === true
      const pods = (await upstream.known('/api/v1/pods')).filter(inBench)
      const sets = (await upstream.known(REPLICA_SETS)).filter(inBench)
      const orphans = [...pods, ...sets].filter((one) => one.metadata.ownerReferences === undefined)
      if (pods.length === shape.pods && orphans.length === 0) return true
      if (orphans.length === before) await touch(upstream, sets)
      before = orphans.length
      throw new Error(`${pods.length} Pods, ${orphans.length} without an owner`)
    },
    SETTLING_MS,
  )
}

async function touch(upstream: Upstream, sets: readonly Known[]): Promise<void> {
  const annotations = { 'bench/touched': String(performance.now()) }
  await forEach(sets, async ({ metadata: { namespace = '', name } }) => {
    await upstream.patch(`${inNamespace(REPLICA_SETS, namespace)}/${name}`, { metadata: { annotations } })
  })
}

/**
 * Waits until the API server's watch cache, which feeds its watches, has caught up. After this many writes it
 * is seconds behind for minutes, while its processor is idle.
 */
async function prompt(upstream: Upstream, shape: Shape): Promise<void> {
  const { namespace, name } = placeOf(shape, 0)
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`
  const version = async (method: 'GET' | 'PATCH', query = '', body?: object): Promise<string> => {
    const answer = await upstream.call(method, path + query, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status}`)
    return (answer.body as { metadata: { resourceVersion: string } }).metadata.resourceVersion
  }
  let inTime = 0
  await until(
    'the API server to be up to date',
    async () => {
      const annotations = { 'bench/asked': String(performance.now()) }
      const written = await version('PATCH', '', { metadata: { annotations } })
      const from = performance.now()
      // Version 0 returns the current content of the watch cache.
      const has = async (): Promise<boolean> =>
        compareVersions(await version('GET', '?resourceVersion=0'), written) >= 0
      await until('its cache to have what was written', async () => (await has()) || undefined, SETTLING_MS)
      const behind = performance.now() - from
      inTime = behind < PROMPT_MS ? inTime + 1 : 0
      if (inTime === PROMPT_TIMES) return true
      throw new Error(`it was ${Math.round(behind)} ms behind`)
    },
    SETTLING_MS,
  )
}
