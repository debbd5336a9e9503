import { expect } from 'chai'
import { openEvents } from '../../support/events.ts'
import { call } from '../../support/http.ts'
import { Kubectl } from '../environment/kubectl.ts'
import type { LocalService } from '../environment/serve.ts'
import { comparable, identityIn, type CallerIdentity } from './identity-policy.ts'
import type { UserNamespace } from './user-namespace.ts'

/** A service that uses a kubeconfig, and the namespace in which the kubeconfig's user has rights. */
export interface Use {
  service: LocalService
  kubeconfig: string
  namespace: UserNamespace
  /** Context of the kubeconfig; undefined: the current one. */
  context?: string
}

const liveRead = { 'cache-control': 'no-cache' }

/** Reads live, as the user of the kubeconfig; returns the names of the Deployments. */
export async function readDeployments({ service, namespace, context }: Use): Promise<string[]> {
  const path = withContext(`/api/deployments?namespace=${namespace.name}`, context)
  const { status, text, json } = await call(service.api, 'GET', path, undefined, liveRead)
  expect(status, text).to.equal(200)
  return (json['deployments'] as { name: string }[]).map(({ name }) => name)
}

/** Restarts a Deployment, and expects the change on a stream that is open already. */
export async function restartUnderStream({ service, namespace, context }: Use): Promise<void> {
  const path = withContext(`/api/stream?kinds=deployments&namespace=${namespace.name}`, context)
  const stream = await openEvents(service.api + path)
  try {
    await stream.seen('synced', ({ event }) => event === 'synced')
    const before = stream.events.length
    const { status, text } = await restart({ service, namespace, context }, namespace.deployment)
    expect(status, text).to.equal(200)
    await stream.seen('the restart', ({ data }, at) => {
      const object = data['object'] as { name?: string } | undefined
      return at >= before && data['type'] === 'MODIFIED' && object?.name === namespace.deployment
    })
  } finally {
    stream.close()
  }
}

/** Returns the identity that the API server admits the service's requests with. */
export async function identityOfService(use: Use): Promise<CallerIdentity> {
  const { status, json, text } = await restart(use, use.namespace.mirror)
  expect(status, text).to.equal(403)
  return identityIn(String(json['error']))
}

/** Returns the identity of kubectl with the same kubeconfig: its own answer, and the one that admission sees. */
export async function identitiesOfKubectl({ kubeconfig, namespace }: Use): Promise<CallerIdentity[]> {
  const kubectl = new Kubectl(kubeconfig)
  const { status } = await kubectl.json<{ status: { userInfo: CallerIdentity } }>('auth', 'whoami')
  const target = `deployment/${namespace.mirror}`
  const { stderr } = await kubectl.try('rollout', 'restart', target, '-n', namespace.name)
  return [comparable(status.userInfo), identityIn(stderr)]
}

/**
 * Reads, restarts and streams in the namespace as the user of the kubeconfig, and expects the identity that kubectl has with
 * it. Returns that identity.
 */
export async function useAsKubectl(use: Use): Promise<CallerIdentity> {
  const { deployment, mirror } = use.namespace
  expect(await readDeployments(use)).to.deep.equal([mirror, deployment])
  await restartUnderStream(use)
  const identity = await identityOfService(use)
  expect(await identitiesOfKubectl(use)).to.deep.equal([identity, identity])
  const denied = withContext('/api/pods?namespace=kube-system', use.context)
  const { status, json } = await call(use.service.api, 'GET', denied)
  expect([status, json['error']]).to.deep.equal([
    403,
    `pods is forbidden: User "${identity.username}" cannot list resource "pods" in API group "" in the namespace "kube-system"`,
  ])
  return identity
}

async function restart(
  { service, namespace, context }: Pick<Use, 'service' | 'namespace'> & { context?: string | undefined },
  deployment: string,
) {
  const path = withContext(`/api/deployments/${deployment}/restart`, context)
  return call(service.api, 'POST', path, { namespace: namespace.name })
}

function withContext(path: string, context: string | undefined): string {
  if (context === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}context=${encodeURIComponent(context)}`
}
