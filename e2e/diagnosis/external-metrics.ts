import { node } from '../cluster/environment/kubectl.ts'
import { Authority } from '../support/certificates.ts'
import { openFolder } from '../support/folder.ts'

/** The API that autoscalers read numbers of from outside the cluster; a new kind cluster does not serve it. */
export const EXTERNAL_METRICS_API = 'v1beta1.external.metrics.k8s.io'
export const EXTERNAL_METRIC = 'queue_length'

const NAME = 'external-metrics'
const PORT = 8443

const SCRIPT = `
const { createServer } = require('node:https')
const groupVersion = 'external.metrics.k8s.io/v1beta1'
const resource = { name: '${EXTERNAL_METRIC}', singularName: '', namespaced: true, kind: 'ExternalMetricValueList', verbs: ['get'] }
createServer({ cert: process.env.CERT, key: process.env.KEY }, ({ url }, response) => {
  const item = { metricName: '${EXTERNAL_METRIC}', metricLabels: {}, timestamp: new Date().toISOString(), value: '20' }
  const body = url.includes('/namespaces/')
    ? { kind: 'ExternalMetricValueList', apiVersion: groupVersion, metadata: {}, items: [item] }
    : { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [resource] }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}).listen(${PORT})
`

/** Returns a server of one external metric, whose value is 20, and its registration. */
export async function externalMetrics(namespace: string, image: string): Promise<Record<string, unknown>[]> {
  const authority = await Authority.create(openFolder(NAME), NAME)
  const { cert, key } = await authority.issue(NAME, `subjectAltName=DNS:${NAME}.${namespace}.svc`)
  const env = { CERT: cert, KEY: key }
  const container = node(image, 'server', SCRIPT)
  return [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: NAME, namespace, labels: { app: NAME } },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ ...container, env: Object.entries(env).map(([name, value]) => ({ name, value })) }],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: NAME, namespace },
      spec: { selector: { app: NAME }, ports: [{ port: 443, targetPort: PORT }] },
    },
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: EXTERNAL_METRICS_API },
      spec: {
        group: 'external.metrics.k8s.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        caBundle: Buffer.from(authority.pem).toString('base64'),
        service: { name: NAME, namespace, port: 443 },
      },
    },
  ]
}
