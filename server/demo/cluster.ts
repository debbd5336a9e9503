import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
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
import { runEndpointSlices } from './controllers/endpointslice.ts'
import { runGarbageCollector } from './controllers/garbage.ts'
import { runNamespaces } from './controllers/namespace.ts'
import { runPlacedWorkloads } from './controllers/placed.ts'
import { runReplicaSets } from './controllers/replicaset.ts'
import type { ContainerLog, LogOverride } from './logs/override.ts'
import { kindOf } from './kinds.ts'
import { runKubelets } from './kubelet/kubelet.ts'
import type { KubeObject } from './object.ts'
import { fast, natural } from './timing.ts'
import { Recorder } from './event-recorder.ts'
import { seedObjects, systemNamespaces } from './seed/seed.ts'
import { Store } from './store.ts'
import { withDefaults } from './writes/defaults.ts'
import { managedAfter } from './writes/fields.ts'

/** A request as received: the URL is raw, neither decoded nor normalized. */
export interface ObservedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Handles a request in place of the cluster, or calls `proceed` for the cluster's own response. */
export type Interceptor = (
  observed: ObservedRequest,
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
) => void

export interface DemoOptions {
  /** 0, the default, chooses a free port. The address is always 127.0.0.1. */
  port?: number
  /** The initial objects: a small company, or only those of every cluster. */
  seed?: 'company' | 'none'
  /** Further initial objects; `now` in milliseconds since the epoch. */
  objects?: (now: number) => readonly KubeObject[]
  /** Sees every request first. */
  intercept?: Interceptor
  /** Returns the log of a container if it is not the simulated one. */
  logOverride?: (log: ContainerLog) => LogOverride | undefined
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
  addToken(
    user: { username: string; uid?: string; groups?: readonly string[] },
    audiences?: readonly string[],
  ): string
  revokeToken(token: string): void
  /** Discards the history: old versions and continue tokens get 410, open watches continue. */
  compact(): void
  /** Discards the history and ends every open watch with a 410 ERROR event. */
  expireWatches(): void
  /** Calls the listener for every request as it arrives. */
  onRequest(listener: (request: ObservedRequest) => void): () => void
  /** Stores an object without validation or authorization, and fills in missing metadata. */
  apply(object: KubeObject): KubeObject
  /** Removes an object at once, without a grace period. */
  remove(object: { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } }): void
  close(): Promise<void>
}

const controllers = [
  runNamespaces,
  runDeployments,
  runReplicaSets,
  runPlacedWorkloads,
  runKubelets,
  runEndpointSlices,
  runGarbageCollector,
]

/** Starts an embedded cluster on 127.0.0.1. */
export async function startDemoCluster(options: DemoOptions = {}): Promise<DemoCluster> {
  const clock = new Clock(options.clock ?? Date.now)
  const pace = options.pace === 'fast' ? fast : natural
  const store = new Store(options.history ?? 10_000)
  const authentication = new Authentication()
  const watches: OpenWatches = new Set()
  fill(store, options, clock.now())
  const context = { store, clock, pace, recorder: new Recorder(store, clock) }
  if (options.controllers !== false) for (const run of controllers) run(context)
  const { intercept, logOverride } = options
  const resources = {
    store,
    clock,
    authentication,
    logOverride,
    watches,
    bookmarkEveryMs: pace.bookmark,
  }
  const dependencies = { store, authentication, policy: storedPolicy(store), resources }
  const listeners = new Set<(request: ObservedRequest) => void>()
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request
    const observed = { method, url, headers }
    for (const listener of listeners) listener(observed)
    const proceed = (): void => {
      serve(dependencies, request, response).catch(() => response.destroy())
    }
    if (intercept === undefined) proceed()
    else intercept(observed, request, response, proceed)
  }
  const { server, url } = await listen(options, listener)

  return {
    url,
    token: authentication.add({ username: 'kubernetes-admin', groups: ['system:masters'] }),
    compact: () => store.compact(),
    expireWatches: () => {
      store.compact()
      for (const watching of watches) watching.expire()
    },
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

async function listen({ tls, port = 0 }: DemoOptions, listener: RequestListener) {
  const kept = { keepAliveTimeout: 60_000 }
  const server =
    tls === undefined ? createServer(kept, listener) : createSecureServer({ ...kept, ...tls }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = server.address() as AddressInfo
  return { server, url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${bound.port}` }
}

function fill(store: Store, { seed, objects }: DemoOptions, now: number): void {
  const company = seed === 'none' ? [] : seedObjects(now)
  for (const object of [...systemNamespaces(), ...bootstrapPolicy(), ...company, ...(objects?.(now) ?? [])])
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
