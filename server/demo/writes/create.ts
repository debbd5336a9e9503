import { readBody } from '../api/body.ts'
import { type Answer, type ResourceCall, json } from '../api/request.ts'
import { API_SERVER } from '../auth/authentication.ts'
import type { Clock } from '../clock.ts'
import { complete } from '../default-metadata.ts'
import { kindNamed } from '../kinds.ts'
import { type KubeObject, isJsonObject, timestamp, valueAt } from '../object.ts'
import { alreadyExists, forbidden, notFound } from '../status.ts'
import type { Store } from '../store.ts'
import { withDefaults } from './defaults.ts'
import { managedAfter } from './fields.ts'
import { bodyObject, managerOf, randomSuffix } from './decode-object.ts'
import { validate } from './validation.ts'

interface WriteDependencies {
  store: Store
  clock: Clock
}

const namespaces = kindNamed('namespaces')

/** Serves POST: defaults, validation, admission, storage. */
export async function create({ store, clock }: WriteDependencies, call: ResourceCall): Promise<Answer> {
  const { kind, namespace } = call
  const given = await bodyObject(call)
  if (kind.namespaced) admitToNamespace(store, call, given)
  const { generateName } = given.metadata
  const name =
    given.metadata.name === '' && generateName !== undefined
      ? `${generateName}${randomSuffix()}`
      : given.metadata.name
  const { resourceVersion: _version, uid: _uid, managedFields: _managed, ...metadata } = given.metadata
  // A new object starts without a status, even if the request has one; only a Node is registered with its
  // status.
  const { status, ...statusless } = given
  const rest = kind.kind === 'Node' && status !== undefined ? { ...statusless, status } : statusless
  const named: KubeObject = {
    ...rest,
    apiVersion: given.apiVersion,
    kind: given.kind,
    metadata: { ...metadata, name },
  }
  validate(kind, named)
  if (store.read(kind, namespace, name) !== undefined) throw alreadyExists(kind, name)
  const created = complete(kind, withDefaults(kind, named), clock.now())
  const managedFields = managedAfter(undefined, created, { manager: managerOf(call), now: clock.now() })
  const object = { ...created, metadata: { ...created.metadata, managedFields } }
  if (call.query.get('dryRun') === 'All') return json(object, 201)
  return { code: 201, body: `${store.put(kind, object).full()}\n` }
}

/** The NamespaceLifecycle admission plugin. */
function admitToNamespace(store: Store, { kind, namespace }: ResourceCall, given: KubeObject): void {
  const home = store.read(namespaces, undefined, namespace)
  if (home === undefined) throw notFound(namespaces, namespace)
  if (valueAt(home.object, 'status.phase') === 'Terminating') {
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`
    throw forbidden(kind, given.metadata.name, why)
  }
}

/** Serves a TokenRequest for a ServiceAccount (KEP-1205); the token is valid at once. */
export async function createToken(
  { store, clock }: WriteDependencies,
  call: ResourceCall,
  issue: (username: string, uid: string | undefined, audiences: readonly string[]) => string,
): Promise<Answer> {
  const account = store.read(call.kind, call.namespace, call.name)
  if (account === undefined) throw notFound(call.kind, call.name)
  // A requested lifetime is ignored: tokens stay valid as long as this server runs.
  const { spec } = await readBody(call, 'TokenRequest')
  const wanted = isJsonObject(spec) && Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : []
  const audiences = wanted.length === 0 ? [API_SERVER] : wanted
  const username = `system:serviceaccount:${call.namespace}:${call.name}`
  const token = issue(username, account.object.metadata.uid, audiences)
  const seconds = 3600
  return json(
    {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        name: call.name,
        namespace: call.namespace,
        creationTimestamp: timestamp(clock.now()),
      },
      spec: {
        audiences,
        expirationSeconds: seconds,
        boundObjectRef: null,
      },
      status: { token, expirationTimestamp: timestamp(clock.now() + seconds * 1000) },
    },
    201,
  )
}
