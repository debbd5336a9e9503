import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { serve } from './api/server.ts'
import type { OpenWatches } from './api/watch.ts'
import { Authentication } from './auth/authentication.ts'
import { bootstrapPolicy } from './auth/bootstrap.ts'
import { storedPolicy } from './auth/policy.ts'
import { Clock } from './clock.ts'
import { complete } from './default-metadata.ts'
import { runDeployments } from './controllers/deployment.ts'
import { runGarbageCollector } from './controllers/garbage.ts'
import { runNamespaces } from './controllers/namespace.ts'
import { runReplicaSets } from './controllers/replicaset.ts'
import { Faults, type ObservedRequest } from './faults.ts'
import { kindOf } from './kinds.ts'
import { runKubelets } from './kubelet/kubelet.ts'
import type { KubeObject } from './object.ts'
import { fast, natural } from './timing.ts'
import { Recorder } from './event-recorder.ts'
import { type BulkCounts, bulkObjects } from './seed/bulk.ts'
import { seedObjects, systemNamespaces } from './seed/seed.ts'
import { Store } from './store.ts'
import { withDefaults } from './writes/defaults.ts'
import { managedAfter } from './writes/fields.ts'

export interface DemoOptions {
  /** 0, the default, chooses a free port. The address is always 127.0.0.1. */
  port?: number
  /** The initial objects: a small company, or only those of every cluster. */
  seed?: 'company' | 'none'
  /** Large numbers of inert objects, in namespaces and on nodes of their own. */
  bulk?: BulkCounts
  /** `fast`: a rollout takes milliseconds. `natural`, the default: seconds, as in a real cluster. */
  pace?: 'natural' | 'fast'
  /** Whether controllers run; without them, objects stay as applied. The default is true. */
  controllers?: boolean
  /** Milliseconds since the epoch; the default is Date.now. */
  clock?: () => number
  /** A certificate and key in PEM to serve TLS; without them, the server uses plain HTTP. */
  tls?: { cert: string; key: string }
  /** Number of changes per kind that are kept for watches that resume. */
  history?: number
}

/** A running embedded cluster. */
export interface DemoCluster {
  readonly url: string
  /** The token of an administrator in system:masters. */
  readonly token: string
  readonly faults: Faults
  addToken(
    user: { username: string; uid?: string; groups?: readonly string[] },
    audiences?: readonly string[],
  ): string
  revokeToken(token: string): void
  /** Calls the listener for every request as it arrives, before any fault applies. */
  onRequest(listener: (request: ObservedRequest) => void): () => void
  /** Stores an object without validation or authorization, and fills in missing metadata. */
  apply(object: KubeObject): KubeObject
  /** Removes an object at once, without a grace period. */
  remove(object: { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } }): void
  close(): Promise<void>
}

const controllers = [runNamespaces, runDeployments, runReplicaSets, runKubelets, runGarbageCollector]

/** Starts an embedded cluster on 127.0.0.1. */
export async function startDemoCluster(options: DemoOptions = {}): Promise<DemoCluster> {
  const clock = new Clock(options.clock ?? Date.now)
  const pace = options.pace === 'fast' ? fast : natural
  const store = new Store(options.history ?? 10_000)
  const authentication = new Authentication()
  const watches: OpenWatches = new Set()
  const faults = new Faults({
    compact: () => store.compact(),
    expireWatches: () => {
      for (const watching of watches) watching.expire()
    },
  })
  fill(store, options, clock.now())
  const context = { store, clock, pace, recorder: new Recorder(store, clock) }
  if (options.controllers !== false) for (const run of controllers) run(context)
  const resources = { store, clock, authentication, faults, watches, bookmarkEveryMs: pace.bookmark }
  const dependencies = { store, authentication, policy: storedPolicy(store), resources }
  const listeners = new Set<(request: ObservedRequest) => void>()
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request
    const seen = { method, url, headers }
    for (const tell of listeners) tell(seen)
    faults.meet(seen, request, response, () => {
      serve(dependencies, request, response).catch(() => response.destroy())
    })
  }
  const { tls } = options
  const kept = { keepAliveTimeout: 60_000 }
  const server =
    tls === undefined ? createServer(kept, listener) : createSecureServer({ ...kept, ...tls }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    token: authentication.add({ username: 'kubernetes-admin', groups: ['system:masters'] }),
    faults,
    addToken: (user, audiences) => authentication.add(user, undefined, audiences),
    revokeToken: (token) => authentication.revoke(token),
    onRequest: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    apply: (object) => apply(store, object, clock.now()),
    remove: (object) => {
      const kind = kindOf(object)
      if (kind !== undefined) store.remove(kind, object.metadata.namespace, object.metadata.name)
    },
    close: async () => {
      clock.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function fill(store: Store, { seed, bulk }: DemoOptions, now: number): void {
  const company = seed === 'none' ? [] : seedObjects(now)
  const bulky = bulk === undefined ? [] : bulkObjects(bulk, now)
  for (const object of [...systemNamespaces(), ...bootstrapPolicy(), ...company, ...bulky])
    apply(store, object, now)
}

function apply(store: Store, object: KubeObject, now: number): KubeObject {
  const kind = kindOf(object)
  if (kind === undefined) throw new Error(`no kind ${object.apiVersion} ${object.kind}`)
  const completed = complete(kind, withDefaults(kind, object), now)
  const { namespace, name } = completed.metadata
  const before = store.read(kind, namespace, name)?.object
  const managedFields =
    object.metadata.managedFields ?? managedAfter(undefined, completed, { manager: 'kubectl-create', now })
  const uid = object.metadata.uid ?? before?.metadata.uid
  const metadata = { ...completed.metadata, ...(uid === undefined ? {} : { uid }), managedFields }
  return store.put(kind, { ...completed, metadata }).object
}
