import { objectKey } from '../core/object-key.ts'
import type { ManagedContext } from '../cluster/contexts/managed-context.ts'
import type { ClusterHealth } from '../cluster/contexts/health-check.ts'
import { isContextName } from '../core/formats/names.ts'
import { sanitizeArgoCluster } from './argo-cluster.ts'
import type { Bundle } from './context-bundle.ts'
import { checkedToken } from './untrusted-fields.ts'
import { certificates } from './pem.ts'
import { sanitizeKubeconfig } from './kubeconfig.ts'
import { Rejection, type Allowed, type Material } from './rejection.ts'
import {
  ARGO_SECRET_TYPE,
  CONTEXT_NAME,
  SECRET_TYPE,
  type ClusterContext,
  type Secret,
  type SecretKeyRef,
} from './resources.ts'
import { checkedServer } from './server-url.ts'
import { reportedHealth } from './status.ts'
import type { RefusalReason, DeclarationResult } from './declaration-result.ts'

const MAX_CONTEXTS = 200
const KUBECONFIG_KEYS = ['kubeconfig', 'value', 'config']

/** The declarations in the cluster now. */
export interface Declarations {
  clusterContexts: readonly ClusterContext[]
  secrets: readonly Secret[]
}

export interface ResolvedContexts {
  bundle: Bundle
  /** By source: `ClusterContext ns/name`, `Secret ns/name`. */
  verdicts: ReadonlyMap<string, DeclarationResult>
}

/** A Secret or one of its keys is missing. */
class Missing extends Rejection {}

interface DeclaredContext {
  source: string
  name: string
  createdAt: string
  preferred: boolean
  suspended: boolean
  /** Whether it declares the cluster that the service runs in. */
  home: boolean
  health: ClusterHealth | undefined
  make: () => Omit<ManagedContext, 'name'>
}

/**
 * Resolves the declarations to the bundle for the server and a result for each. The result does not depend on
 * their order: of two declarations of the same name the older one wins. `ownName` is the context name of the
 * cluster that the service runs in, which always exists.
 */
export function resolveContexts(
  { clusterContexts, secrets }: Declarations,
  allowed: Allowed,
  ownName: string,
): ResolvedContexts {
  const secretsByKey = new Map(secrets.map((secret) => [objectKey(secret.metadata), secret]))
  const declared = [
    ...clusterContexts.map((object) => fromClusterContext(object, secretsByKey, allowed)),
    ...secrets.flatMap((secret) => fromSecret(secret, allowed)),
  ].toSorted((a, b) => order(a, b))
  const verdicts = new Map<string, DeclarationResult>()
  const contexts: ManagedContext[] = []
  let preferred: string | undefined
  let home: ClusterHealth | undefined
  const owners = new Map<string, string>()
  for (const declaration of declared) {
    const owner = owners.get(declaration.name)
    const verdict = resultFor(declaration, owner, contexts.length, ownName)
    verdicts.set(declaration.source, verdict)
    if (owner === undefined && (declaration.name !== ownName || declaration.home))
      owners.set(declaration.name, declaration.source)
    if (verdict.state !== 'accepted') continue
    if (verdict.context !== undefined) contexts.push(verdict.context)
    else home = declaration.health
    if (declaration.preferred) preferred ??= declaration.name
  }
  contexts.sort((a, b) => (a.name < b.name ? -1 : 1))
  const bundle = {
    contexts,
    ...(preferred === undefined ? {} : { default: preferred }),
    ...(home === undefined ? {} : { home: { standing: home } }),
  }
  return { bundle, verdicts }
}

/** Returns the result of one declaration; `accepted` is the number of contexts accepted before it. */
function resultFor(
  declaration: DeclaredContext,
  owner: string | undefined,
  accepted: number,
  ownName: string,
): DeclarationResult {
  const refused = (reason: RefusalReason, message: string): DeclarationResult => ({
    state: 'rejected',
    reason,
    message,
  })
  if (!isContextName(declaration.name))
    return refused('Invalid', 'contextName: is empty, too long or contains control characters')
  if (owner !== undefined)
    return refused('NameTaken', `context "${declaration.name}" is already declared by ${owner}`)
  if (declaration.home && declaration.name !== ownName)
    return refused(
      'Invalid',
      `inCluster: the context of the cluster that the service runs in is named "${ownName}"`,
    )
  if (!declaration.home && declaration.name === ownName)
    return refused(
      'NameTaken',
      `context "${declaration.name}" is the cluster that the service runs in: choose another name`,
    )
  if (declaration.home && declaration.suspended)
    return refused('Invalid', 'suspend: the cluster that the service runs in cannot be suspended')
  if (declaration.suspended) return { state: 'suspended' }
  if (declaration.home) return { state: 'accepted', context: undefined }
  if (accepted >= MAX_CONTEXTS) return refused('TooMany', `limit of ${MAX_CONTEXTS} contexts reached`)
  try {
    const health = declaration.health === undefined ? {} : { standing: declaration.health }
    return { state: 'accepted', context: { name: declaration.name, ...declaration.make(), ...health } }
  } catch (error) {
    if (error instanceof Missing) return refused('SecretMissing', error.message)
    if (error instanceof Rejection) return refused('Invalid', error.message)
    throw error
  }
}

function fromClusterContext(
  { metadata, spec, status }: ClusterContext,
  secrets: ReadonlyMap<string, Secret>,
  allowed: Allowed,
): DeclaredContext {
  const { namespace = '', name } = metadata
  const source = `ClusterContext ${namespace}/${name}`
  const valueAt = (ref: SecretKeyRef, keys: readonly string[]): string =>
    valueOf(secrets.get(`${namespace}/${ref.name}`), ref, keys)
  const make = (): Omit<ManagedContext, 'name'> => {
    const { kubeconfigSecretRef: kubeconfig, tokenSecretRef: token, caSecretRef, server } = spec
    if (kubeconfig !== undefined) {
      const text = valueAt(kubeconfig, KUBECONFIG_KEYS)
      const { material, ...rest } = sanitizeKubeconfig(text, kubeconfig.context, allowed)
      return { ...material, declared: { ...rest, source } }
    }
    if (token === undefined)
      throw new Rejection('spec: must contain kubeconfigSecretRef, tokenSecretRef and server, or inCluster')
    const material: Material = {
      server: checkedServer(server, allowed),
      token: checkedToken('token', valueAt(token, ['token']).trim()),
      ...(caSecretRef === undefined
        ? {}
        : { ca: certificates('caSecretRef', valueAt(caSecretRef, ['ca.crt'])) }),
    }
    return { ...material, declared: { cluster: name, user: token.name, namespace: 'default', source } }
  }
  return {
    source,
    name: spec.contextName,
    createdAt: metadata.creationTimestamp,
    preferred: spec.default === true,
    suspended: spec.suspend === true,
    home: spec.inCluster !== undefined,
    health: reportedHealth(status),
    make,
  }
}

/** Returns a Secret's declaration if its label makes it a context; empty for any other Secret. */
function fromSecret(secret: Secret, allowed: Allowed): DeclaredContext[] {
  const { namespace = '', name, labels, annotations, creationTimestamp } = secret.metadata
  const source = `Secret ${namespace}/${name}`
  const rest = {
    source,
    createdAt: creationTimestamp,
    preferred: false,
    suspended: false,
    home: false,
    health: undefined,
  }
  if (labels?.[SECRET_TYPE] === 'kubeconfig') {
    const make = (): Omit<ManagedContext, 'name'> => {
      const text = valueOf(secret, { name }, KUBECONFIG_KEYS)
      const { material, ...names } = sanitizeKubeconfig(text, undefined, allowed)
      return { ...material, declared: { ...names, source } }
    }
    return [{ ...rest, name: annotations?.[CONTEXT_NAME] ?? name, make }]
  }
  if (labels?.[ARGO_SECRET_TYPE] !== 'cluster') return []
  const text = (key: string): string | undefined => decodedValue(secret, key)
  const make = (): Omit<ManagedContext, 'name'> => {
    const material = sanitizeArgoCluster(text('server'), text('config'), allowed)
    return {
      ...material,
      declared: { cluster: text('name') ?? name, user: name, namespace: 'default', source },
    }
  }
  return [{ ...rest, name: annotations?.[CONTEXT_NAME] ?? text('name') ?? name, make }]
}

/** Orders by age, then by name, so that a new declaration never takes over an existing name. */
function order(a: DeclaredContext, b: DeclaredContext): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.source < b.source ? -1 : 1
}

function valueOf(secret: Secret | undefined, { name, key }: SecretKeyRef, keys: readonly string[]): string {
  if (secret === undefined) throw new Missing(`Secret "${name}" not found`)
  for (const candidate of key === undefined ? keys : [key]) {
    const value = decodedValue(secret, candidate)
    if (value !== undefined && value !== '') return value
  }
  throw new Missing(`Secret "${name}" has no key ${(key === undefined ? keys : [key]).join(', ')}`)
}

function decodedValue({ data }: Secret, key: string): string | undefined {
  const value = data !== null && data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8')
}
