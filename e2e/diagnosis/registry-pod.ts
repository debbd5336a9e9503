import { node } from '../cluster/environment/kubectl.ts'

/** A registry that has no image, and shows nobody those under `/private/`. */
const SCRIPT = `
const { createServer } = require('node:http')
createServer((request, response) => {
  const isPrivate = request.url.startsWith('/v2/private/')
  const [status, code] = isPrivate ? [401, 'UNAUTHORIZED'] : request.url === '/v2/' ? [200, ''] : [404, 'MANIFEST_UNKNOWN']
  if (isPrivate) response.setHeader('www-authenticate', 'Basic realm="registry"')
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ errors: [{ code, message: code.toLowerCase().replace('_', ' ') }] }))
}).listen(5000, '127.0.0.1')
`

/** Returns a Pod that is a registry on 127.0.0.1:5000 of its node, where container runtimes use plain HTTP. */
export function registryPod(namespace: string, image: string): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'registry', namespace },
    spec: {
      hostNetwork: true,
      terminationGracePeriodSeconds: 0,
      tolerations: [{ operator: 'Exists' }],
      containers: [node(image, 'registry', SCRIPT)],
    },
  }
}
