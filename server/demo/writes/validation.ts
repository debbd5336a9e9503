import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '../kinds.ts'
import { type KubeObject, isJsonObject, valueAt } from '../object.ts'
import { dnsLabelFaults, labelKeyFaults, labelValueFaults, subdomainFaults } from '../selectors/validation.ts'
import { type FieldError, invalid, quote } from '../status.ts'

/** Kinds whose selector has to match their Pod template. */
const SELECTING = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'])

/** Rejects invalid objects with 422, as far as this cluster implements the API server's validation. */
export function validate(kind: Kind, object: KubeObject, before?: KubeObject): void {
  const errors = [...metadataErrors(kind, object), ...specErrors(kind, object, before)]
  if (errors.length > 0) throw invalid(kind, object.metadata.name ?? '', errors)
}

function fault(field: string, value: unknown, why: string): FieldError {
  const shown = typeof value === 'string' ? quote(value) : JSON.stringify(value)
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${shown}: ${why}` }
}

function required(field: string, why = ''): FieldError {
  return {
    reason: 'FieldValueRequired',
    field,
    message: why === '' ? 'Required value' : `Required value: ${why}`,
  }
}

function metadataErrors(kind: Kind, { metadata }: KubeObject): FieldError[] {
  const { name, labels, annotations } = metadata
  if (name === undefined || name === '') {
    return [required('metadata.name', 'name or generateName is required')]
  }
  const errors = nameFaults(kind, name).map((why) => fault('metadata.name', name, why))
  for (const [key, value] of Object.entries(labels ?? {})) {
    errors.push(...labelKeyFaults(key).map((why) => fault('metadata.labels', key, why)))
    errors.push(...labelValueFaults(value).map((why) => fault('metadata.labels', value, why)))
  }
  for (const key of Object.keys(annotations ?? {})) {
    const lowered = key.toLowerCase()
    errors.push(...labelKeyFaults(lowered).map((why) => fault('metadata.annotations', key, why)))
  }
  return errors
}

function nameFaults(kind: Kind, name: string): string[] {
  if (kind.group === 'rbac.authorization.k8s.io') return []
  return kind.resource === 'namespaces' || kind.resource === 'services'
    ? dnsLabelFaults(name)
    : subdomainFaults(name)
}

function specErrors(kind: Kind, object: KubeObject, before: KubeObject | undefined): FieldError[] {
  if (kind.kind === 'Pod') return containerErrors(object, 'spec')
  if (!SELECTING.has(kind.kind)) return []
  const errors: FieldError[] = []
  const selector = valueAt(object, 'spec.selector.matchLabels')
  const labels = valueAt(object, 'spec.template.metadata.labels')
  if (!isJsonObject(valueAt(object, 'spec.selector'))) errors.push(required('spec.selector'))
  const matched =
    isJsonObject(selector) &&
    Object.entries(selector).every(([key, value]) => isJsonObject(labels) && labels[key] === value)
  if (!matched) {
    errors.push(
      fault('spec.template.metadata.labels', labels ?? null, '`selector` does not match template `labels`'),
    )
  }
  const replicas = valueAt(object, 'spec.replicas')
  if (typeof replicas === 'number' && replicas < 0) {
    errors.push(fault('spec.replicas', replicas, 'must be greater than or equal to 0'))
  }
  errors.push(...containerErrors(object, 'spec.template.spec'))
  if (
    before !== undefined &&
    !isDeepStrictEqual(valueAt(before, 'spec.selector'), valueAt(object, 'spec.selector'))
  ) {
    errors.push(fault('spec.selector', valueAt(object, 'spec.selector'), 'field is immutable'))
  }
  return errors
}

function containerErrors(object: KubeObject, path: string): FieldError[] {
  const containers = valueAt(object, `${path}.containers`)
  if (!Array.isArray(containers) || containers.length === 0) return [required(`${path}.containers`)]
  return containers.flatMap((container: unknown, index) => {
    const field = `${path}.containers[${index}]`
    const { name, image } = isJsonObject(container) ? container : {}
    const errors: FieldError[] = []
    if (typeof name !== 'string' || name === '') errors.push(required(`${field}.name`))
    else errors.push(...dnsLabelFaults(name).map((why) => fault(`${field}.name`, name, why)))
    if (typeof image !== 'string' || image === '') errors.push(required(`${field}.image`))
    return errors
  })
}
