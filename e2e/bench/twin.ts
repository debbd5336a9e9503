import { createGzip } from 'node:zlib'
import { AppsV1Api, CoreV1Api, KubeConfig, type V1Container, type V1Pod } from '@kubernetes/client-node'
import express, { type Request, type Response } from 'express'

/*
 * The naive twin: the same routes in the way most services of this kind are written: Express and the typed
 * client, with every read passed on to the API server and sent by res.json. It is not slow on purpose. The
 * script imports nothing of the project, like processes/static.ts.
 */
const config = new KubeConfig()
config.loadFromFile(process.argv[2] ?? '')
const core = config.makeApiClient(CoreV1Api)
const apps = config.makeApiClient(AppsV1Api)

const app = express()

app.get('/api/pods', async (request, response) => {
  const namespace = queryText(request, 'namespace')
  const list =
    namespace === '' ? await core.listPodForAllNamespaces() : await core.listNamespacedPod({ namespace })
  send(request, response, { pods: list.items.map(podSummary) })
})

app.get('/api/pods/:name', async (request, response) => {
  const ref = { name: request.params.name, namespace: queryText(request, 'namespace') }
  const pod = await core.readNamespacedPod(ref)
  const { uid, labels = {}, annotations = {}, creationTimestamp, ownerReferences = [] } = pod.metadata ?? {}
  const { conditions = [], hostIP, podIPs = [], qosClass, startTime } = pod.status ?? {}
  const { volumes = [], nodeSelector = {}, tolerations = [], serviceAccountName } = pod.spec ?? {}
  const more = {
    uid,
    labels,
    annotations,
    createdAt: creationTimestamp,
    ownerReferences,
    conditions,
    hostIP,
    podIPs,
  }
  const rest = { qosClass, startTime, volumes, nodeSelector, tolerations, serviceAccount: serviceAccountName }
  send(request, response, { ...podSummary(pod), ...more, ...rest })
})

app.get('/api/pods/:name/events', async (request, response) => {
  const namespace = queryText(request, 'namespace')
  const fieldSelector = `involvedObject.kind=Pod,involvedObject.name=${request.params.name}`
  const list = await core.listNamespacedEvent({ namespace, fieldSelector })
  const events = list.items.map(
    ({ type, reason, message, count, firstTimestamp, lastTimestamp, involvedObject }) => ({
      type,
      reason,
      message,
      count,
      firstTimestamp,
      lastTimestamp,
      involvedObject: {
        kind: involvedObject.kind,
        name: involvedObject.name,
        namespace: involvedObject.namespace,
      },
    }),
  )
  send(request, response, { events })
})

app.get('/api/deployments/:name', async (request, response) => {
  const ref = { name: request.params.name, namespace: queryText(request, 'namespace') }
  const { metadata, spec, status } = await apps.readNamespacedDeployment(ref)
  const replicas = {
    desired: spec?.replicas ?? 0,
    ready: status?.readyReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    unavailable: status?.unavailableReplicas ?? 0,
    updated: status?.updatedReplicas ?? 0,
  }
  send(request, response, {
    name: metadata?.name,
    namespace: metadata?.namespace,
    uid: metadata?.uid,
    replicas,
    conditions: status?.conditions ?? [],
    strategy: spec?.strategy,
    selector: spec?.selector,
    template: {
      metadata: { labels: spec?.template.metadata?.labels ?? {} },
      spec: { containers: (spec?.template.spec?.containers ?? []).map(templateContainer) },
    },
    createdAt: metadata?.creationTimestamp,
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
  })
})

app.get('/api/deployments/:name/pods', async (request, response) => {
  const namespace = queryText(request, 'namespace')
  const { spec } = await apps.readNamespacedDeployment({ name: request.params.name, namespace })
  const labels = Object.entries(spec?.selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const list = await core.listNamespacedPod({ namespace, labelSelector: labels.join(',') })
  send(request, response, { pods: list.items.map(podSummary) })
})

app.get('/api/nodes/:name', async (request, response) => {
  const { name } = request.params
  const node = await core.readNode({ name })
  const { items } = await core.listPodForAllNamespaces({ fieldSelector: `spec.nodeName=${name}` })
  const { capacity, allocatable, conditions, addresses, nodeInfo } = node.status ?? {}
  const { uid, labels, annotations } = node.metadata ?? {}
  send(request, response, {
    name,
    uid,
    labels,
    annotations,
    capacity,
    allocatable,
    conditions,
    addresses,
    nodeInfo,
    allocated: { pods: items.length },
  })
})

app.get('/api/nodes/:name/pods', async (request, response) => {
  const fieldSelector = `spec.nodeName=${request.params.name}`
  const list = await core.listPodForAllNamespaces({ fieldSelector })
  send(request, response, { pods: list.items.map(podSummary) })
})

const server = app.listen(0, '127.0.0.1', () => process.send?.({ id: 0 }))
process.on('message', ({ id }: { id: number }) => {
  const address = server.address()
  process.send?.({ id, result: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => process.exit(0))

/** Compresses like the package `compression`: gzip at the default level for clients that accept it. */
function send(request: Request, response: Response, body: unknown): void {
  if (!request.acceptsEncodings('gzip') || request.get('accept-encoding') === undefined) {
    response.json(body)
    return
  }
  response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Content-Encoding': 'gzip' })
  const gzip = createGzip()
  gzip.pipe(response)
  gzip.end(JSON.stringify(body))
}

function queryText(request: Request, name: string): string {
  const value = request.query[name]
  return typeof value === 'string' ? value : ''
}

function podSummary({ metadata, spec, status }: V1Pod) {
  const statuses = status?.containerStatuses ?? []
  const waiting = statuses.find((one) => one.state?.waiting?.reason !== undefined)
  return {
    name: metadata?.name,
    namespace: metadata?.namespace,
    status: waiting?.state?.waiting?.reason ?? status?.phase,
    phase: status?.phase,
    nodeName: spec?.nodeName,
    podIP: status?.podIP,
    containers: (spec?.containers ?? []).map(({ name, image }) => {
      const found = statuses.find((one) => one.name === name)
      return { name, image, ready: found?.ready ?? false, restartCount: found?.restartCount ?? 0 }
    }),
  }
}

function templateContainer({ name, image, ports = [], resources = {} }: V1Container) {
  return {
    name,
    image,
    ports: ports.map(({ containerPort, protocol }) => ({ containerPort, protocol })),
    resources: { requests: resources.requests ?? {}, limits: resources.limits ?? {} },
  }
}
