import type { BundledContext } from '../kube/bundled.ts'
import { isContextName } from '../grammar/names.ts'
import { reduceArgoCluster } from './argo-cluster.ts'
import type { Bundle } from './bundle.ts'
import { checkedToken } from './fields.ts'
import { certificates } from './pem.ts'
import { reduceKubeconfig } from './kubeconfig.ts'
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

const MAX_CONTEXTS = 200
/** The cluster that the service runs in is always there, and is nobody's to declare. */
const RESERVED = 'in-cluster'
const KUBECONFIG_KEYS = ['kubeconfig', 'value', 'config']

/** What was declared, as it is in the cluster now. */
export interface Declarations {
  clusterContexts: readonly ClusterContext[]
  secrets: readonly Secret[]
}

/** What became of one declaration: it is in the bundle, it is set aside, or it is refused with a reason. */
export type Verdict =
  | { state: 'taken' }
  | { state: 'suspended' }
  | { state: 'refused'; reason: 'Invalid' | 'NameTaken' | 'SecretMissing' | 'TooMany'; message: string }

export interface Assembly {
  bundle: Bundle
  /** By source: `ClusterContext ns/name`, `Secret ns/name`. */
  verdicts: ReadonlyMap<string, Verdict>
}

/** A Secret, or a key of it, that is not there. */
class Missing extends Rejection {}

interface Declared {
  source: string
  name: string
  createdAt: string
  preferred: boolean
  suspended: boolean
  make: () => Omit<BundledContext, 'name'>
}

/**
 * What the declarations come to: the bundle for the server, and what became of each. The same declarations give the same
 * bundle, in whatever order they come; of two that want a name, the one that was there first has it.
 */
export function assemble({ clusterContexts, secrets }: Declarations, allowed: Allowed): Assembly {
  const held = new Map(secrets.map((secret) => [keyOf(secret), secret]))
  const declared = [
    ...clusterContexts.map((one) => fromClusterContext(one, held, allowed)),
    ...secrets.flatMap((one) => fromSecret(one, allowed)),
  ].toSorted((a, b) => order(a, b))
  const verdicts = new Map<string, Verdict>()
  const contexts: BundledContext[] = []
  let preferred: string | undefined
  const owners = new Map<string, string>([[RESERVED, 'the cluster that the service runs in']])
  for (const one of declared) {
    const owner = owners.get(one.name)
    const verdict = verdictOn(one, owner, contexts)
    verdicts.set(one.source, verdict)
    if (owner === undefined) owners.set(one.name, one.source)
    if (verdict.state === 'taken' && one.preferred) preferred ??= one.name
  }
  contexts.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { bundle: { contexts, ...(preferred === undefined ? {} : { default: preferred }) }, verdicts }
}

/** Adds a declaration to the contexts where it can be. */
function verdictOn(one: Declared, owner: string | undefined, contexts: BundledContext[]): Verdict {
  const refused = (
    reason: 'Invalid' | 'NameTaken' | 'SecretMissing' | 'TooMany',
    message: string,
  ): Verdict => ({
    state: 'refused',
    reason,
    message,
  })
  if (!isContextName(one.name))
    return refused('Invalid', 'contextName: is empty, too long or holds control characters')
  if (owner !== undefined) return refused('NameTaken', `the context "${one.name}" is that of ${owner}`)
  if (one.suspended) return { state: 'suspended' }
  if (contexts.length >= MAX_CONTEXTS) return refused('TooMany', `there are ${MAX_CONTEXTS} contexts already`)
  try {
    contexts.push({ name: one.name, ...one.make() })
    return { state: 'taken' }
  } catch (error) {
    if (error instanceof Missing) return refused('SecretMissing', error.message)
    if (error instanceof Rejection) return refused('Invalid', error.message)
    throw error
  }
}

function fromClusterContext(
  { metadata, spec }: ClusterContext,
  secrets: ReadonlyMap<string, Secret>,
  allowed: Allowed,
): Declared {
  const { namespace = '', name } = metadata
  const source = `ClusterContext ${namespace}/${name}`
  const at = (ref: SecretKeyRef, keys: readonly string[]): string =>
    valueOf(secrets.get(`${namespace}/${ref.name}`), ref, keys)
  const make = (): Omit<BundledContext, 'name'> => {
    const { kubeconfigSecretRef: kubeconfig, tokenSecretRef: token, caSecretRef, server } = spec
    if (kubeconfig !== undefined) {
      const text = at(kubeconfig, KUBECONFIG_KEYS)
      const { material, ...rest } = reduceKubeconfig(text, kubeconfig.context, allowed)
      return { ...material, declared: { ...rest, source } }
    }
    if (token === undefined)
      throw new Rejection('spec: must hold kubeconfigSecretRef, or tokenSecretRef and server')
    const material: Material = {
      server: checkedServer(server, allowed),
      token: checkedToken('token', at(token, ['token']).trim()),
      ...(caSecretRef === undefined ? {} : { ca: certificates('caSecretRef', at(caSecretRef, ['ca.crt'])) }),
    }
    return { ...material, declared: { cluster: name, user: token.name, namespace: 'default', source } }
  }
  return {
    source,
    name: spec.contextName,
    createdAt: metadata.creationTimestamp,
    preferred: spec.default === true,
    suspended: spec.suspend === true,
    make,
  }
}

/** A Secret that is a context by its label; none for any other. */
function fromSecret(secret: Secret, allowed: Allowed): Declared[] {
  const { namespace = '', name, labels, annotations, creationTimestamp } = secret.metadata
  const source = `Secret ${namespace}/${name}`
  const rest = { source, createdAt: creationTimestamp, preferred: false, suspended: false }
  if (labels?.[SECRET_TYPE] === 'kubeconfig') {
    const make = (): Omit<BundledContext, 'name'> => {
      const text = valueOf(secret, { name }, KUBECONFIG_KEYS)
      const { material, ...said } = reduceKubeconfig(text, undefined, allowed)
      return { ...material, declared: { ...said, source } }
    }
    return [{ ...rest, name: annotations?.[CONTEXT_NAME] ?? name, make }]
  }
  if (labels?.[ARGO_SECRET_TYPE] !== 'cluster') return []
  const text = (key: string): string | undefined => decodedValue(secret, key)
  const make = (): Omit<BundledContext, 'name'> => {
    const material = reduceArgoCluster(text('server'), text('config'), allowed)
    return {
      ...material,
      declared: { cluster: text('name') ?? name, user: name, namespace: 'default', source },
    }
  }
  return [{ ...rest, name: annotations?.[CONTEXT_NAME] ?? text('name') ?? name, make }]
}

/** What was there first, then by name: nobody takes a name from who has it. */
function order(a: Declared, b: Declared): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.source < b.source ? -1 : 1
}

function valueOf(secret: Secret | undefined, { name, key }: SecretKeyRef, keys: readonly string[]): string {
  if (secret === undefined) throw new Missing(`the Secret "${name}" is not there`)
  for (const one of key === undefined ? keys : [key]) {
    const value = decodedValue(secret, one)
    if (value !== undefined && value !== '') return value
  }
  throw new Missing(`the Secret "${name}" has no key ${(key === undefined ? keys : [key]).join(', ')}`)
}

function decodedValue({ data }: Secret, key: string): string | undefined {
  const value = data !== null && data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8')
}

function keyOf({ metadata: { namespace = '', name } }: Secret): string {
  return `${namespace}/${name}`
}
