import { isUtf8 } from 'node:buffer'
import type { Caller } from '../../auth/caller.ts'
import { MalformedObjectError, readObject } from '../../cluster/malformed-object.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { ConflictError, ForbiddenByPolicyError, NotConfiguredError } from '../../core/errors.ts'
import { quote } from '../../core/formats/sanitize.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import type { Secret } from '../../kinds/secrets/model.ts'
import type { SecretValues } from './schema.ts'

/** The rules by which values of Secrets are served. */
export interface RevealRules {
  /** Whether the operator of the service has switched it on. */
  readonly enabled: boolean
  /** Groups whose members may read values; empty: nobody. */
  readonly groups: readonly string[]
  /** Namespace of this service, whose Secrets are never served; undefined outside of a cluster. */
  readonly ownNamespace: string | undefined
}

/** A read of values, for the audit log. */
export interface Disclosure {
  readonly resource: 'secrets'
  readonly verb: 'get'
  readonly namespace: string
  readonly name: string
}

export interface RevealRequest {
  readonly cluster: Cluster
  readonly caller: Caller | undefined
  readonly namespace: string
  readonly name: string
  /** Records the read before it happens; throws if that is impossible. */
  readonly record: (disclosure: Disclosure) => Promise<void>
}

/** Types whose values are credentials of the cluster, or copies of whole releases. */
const REFUSED = new Map([
  ['kubernetes.io/service-account-token', 'a token of a ServiceAccount'],
  ['bootstrap.kubernetes.io/token', 'a token that lets Nodes join the cluster'],
  ['helm.sh/release.v1', 'the record of a Helm release'],
])

/** Secrets with their values: the only read of the service that has them. */
const { sizes: _, ...secretsWithValues } = secrets

/**
 * Returns the values of a Secret. Throws NotConfiguredError if it is switched off, ForbiddenByPolicyError for callers and Secrets
 * that the rules exclude, and NotFoundError. The metadata is read first, since it decides whether the values may be read.
 */
export async function revealSecret(rules: RevealRules, request: RevealRequest): Promise<SecretValues> {
  requireConfigured(rules)
  requireMember(rules, request.caller)
  const { cluster, namespace, name } = request
  requireForeign(rules, namespace)
  const ref = { namespace, name }
  const { metadata, type } = typed(await cluster.get(secrets, ref))
  requireOrdinary(name, type)
  await request.record({ resource: 'secrets', verb: 'get', namespace, name })
  const secret = await cluster.get(secretsWithValues, ref)
  if (secret.metadata.uid !== metadata.uid || typed(secret).type !== type)
    throw new ConflictError(`secret "${name}" in namespace "${namespace}" was replaced while it was read`)
  return { name, namespace, type, values: readObject('Secret', secret, valuesOf) }
}

/** Returns a Secret with its type; throws MalformedObjectError for a type that is no text. */
function typed(secret: Secret): Secret & { type: string } {
  const { type = 'Opaque' } = secret
  if (typeof type !== 'string') throw new MalformedObjectError('Secret', 'the type is not a text')
  return { ...secret, type }
}

function requireConfigured({ enabled, groups }: RevealRules): void {
  if (!enabled)
    throw new NotConfiguredError(
      'values of Secrets are not served here',
      'set revealSecrets and revealGroups (chart: secrets.reveal, secrets.revealGroups)',
    )
  if (groups.length === 0)
    throw new NotConfiguredError(
      'values of Secrets are served to nobody',
      'add groups to revealGroups (chart: secrets.revealGroups)',
    )
}

function requireMember({ groups }: RevealRules, caller: Caller | undefined): void {
  if (caller?.groups.some((group) => groups.includes(group)) === true) return
  throw new ForbiddenByPolicyError(
    `user ${quote(caller?.name ?? 'anonymous')} is not allowed to read values of Secrets`,
    'requires membership of a group in revealGroups (chart: secrets.revealGroups)',
  )
}

function requireForeign({ ownNamespace }: RevealRules, namespace: string): void {
  if (namespace !== ownNamespace) return
  // In every context: another one may lead to the same cluster.
  throw new ForbiddenByPolicyError(
    `values of Secrets in namespace "${namespace}" are never served: this service keeps its own credentials there`,
    'read the Secret with kubectl, or install this service in a namespace of its own',
  )
}

function requireOrdinary(name: string, type: string): void {
  const reason = REFUSED.get(type)
  if (reason !== undefined)
    throw new ForbiddenByPolicyError(
      `the values of secret "${name}" are never served: it is ${reason} (type ${quote(type)})`,
      'read the Secret with kubectl',
    )
}

function valuesOf({ data }: Secret): SecretValues['values'] {
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([key, value]) => [key, decoded(String(value ?? ''))]),
  )
}

/** Returns a value as text if its bytes are UTF-8, otherwise in base64. */
function decoded(base64: string): SecretValues['values'][string] {
  const bytes = Buffer.from(base64, 'base64')
  return isUtf8(bytes)
    ? { value: bytes.toString('utf8'), encoding: 'utf-8' }
    : { value: bytes.toString('base64'), encoding: 'base64' }
}
