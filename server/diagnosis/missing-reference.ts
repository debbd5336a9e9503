import { inNamespace } from '../cluster/client/api-call.ts'
import { closestName } from '../core/formats/closest-name.ts'
import { configMaps } from '../kinds/configmaps/kind.ts'
import type { Container, Pod } from '../kinds/pods/model.ts'
import { secrets } from '../kinds/secrets/kind.ts'
import type { Facts } from './facts.ts'

/** A ConfigMap, a Secret or a key of one that a Pod needs and that is not there. */
export interface MissingReference {
  readonly kind: 'ConfigMap' | 'Secret'
  /** Undefined: the message does not name the object. */
  readonly name: string | undefined
  /** Undefined: the object itself is missing. */
  readonly key: string | undefined
}

/** Messages of the kubelet. Source: k8s.io/kubernetes/pkg/kubelet, makeEnvironmentVariables; pkg/volume/configmap and pkg/volume/secret, MakePayload. */
const OBJECT = /(configmap|secret) "([^"]+)" not found/i
const KEY = /couldn't find key (\S+) in (ConfigMap|Secret) [^/\s]+\/(\S+)/
const KEY_OF_VOLUME = /(?:references non-existent (config|secret) key: ([^\s,]+))/

/** Returns the missing object or key that a message of the kubelet names. */
export function missingReference(message: string): MissingReference | undefined {
  const [, kind, name] = OBJECT.exec(message) ?? []
  if (kind !== undefined && name !== undefined)
    return { kind: kind.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap', name, key: undefined }
  const [, key, ofKind, object] = KEY.exec(message) ?? []
  if (key !== undefined) return { kind: ofKind === 'Secret' ? 'Secret' : 'ConfigMap', name: object, key }
  const [, source, item] = KEY_OF_VOLUME.exec(message) ?? []
  if (item !== undefined)
    return { kind: source === 'secret' ? 'Secret' : 'ConfigMap', name: undefined, key: item }
  return undefined
}

/** Returns a reference in words: `ConfigMap settings`, `key port of Secret database`. */
export function referenceText({ kind, name, key }: MissingReference): string {
  const object = name === undefined ? `a ${kind}` : `${kind} ${name}`
  return key === undefined ? object : `key ${key} of ${object}`
}

/** Returns the environment variables of a container that a reference is for: `env[PORT]`, `envFrom`. */
export function usesOf(container: Container | undefined, { kind, name, key }: MissingReference): string[] {
  const isSecret = kind === 'Secret'
  const variables = (container?.env ?? []).filter(({ valueFrom }) => {
    const reference = isSecret ? valueFrom?.secretKeyRef : valueFrom?.configMapKeyRef
    return reference?.name === name && (key === undefined || reference?.key === key)
  })
  const all = (container?.envFrom ?? []).some(
    ({ configMapRef, secretRef }) => (isSecret ? secretRef : configMapRef)?.name === name,
  )
  return [...variables.map((one) => `env[${one.name}]`), ...(all && key === undefined ? ['envFrom'] : [])]
}

/** Returns the existing name that a missing one is probably a misspelling of. */
export function closestReference(
  { metadata: { namespace } }: Pod,
  { kind, name, key }: MissingReference,
  facts: Facts,
): string | undefined {
  if (name === undefined) return undefined
  return facts.optional(() => {
    if (key !== undefined) {
      const object = facts.get(kind === 'Secret' ? secrets : configMaps, name, namespace)
      return closestName(key, Object.keys(object?.data ?? {}))
    }
    const selection = inNamespace(namespace)
    const all = facts.list(kind === 'Secret' ? secrets : configMaps, selection)
    return closestName(
      name,
      all.map(({ metadata }) => metadata.name),
    )
  })
}
