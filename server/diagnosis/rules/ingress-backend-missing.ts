import { ingresses } from '../../kinds/ingresses/kind.ts'
import type { Ingress, IngressBackend } from '../../kinds/ingresses/model.ts'
import { services } from '../../kinds/services/kind.ts'
import type { Service } from '../../kinds/services/model.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'

/** Port of a backend that is an action of the AWS controller in an annotation, and no Service. */
const ANNOTATION_PORT = 'use-annotation'

type Port = NonNullable<NonNullable<IngressBackend['service']>['port']>

/** A Service that a path leads to, and its port. */
interface Backend {
  readonly name: string
  readonly port: Port | null | undefined
}

/** A backend, and the place where it is. */
interface PlacedBackend {
  readonly field: `spec.${string}`
  /** `shop.example.com/cart`, for sentences. */
  readonly place: string
  readonly backend: Backend
}

export const ingressBackendMissing = defineRule({
  id: 'ingress-backend-missing',
  on: ingresses,
  severity: 'critical',
  description: 'A path of an Ingress leads to a Service that does not exist or does not have the port.',
  find: (ingress, facts) => {
    const backends = backendsOf(ingress)
    const names = backends.map(({ backend }) => backend.name)
    const existing = facts.getAll(services, names, ingress.metadata.namespace)
    const problems = backends.flatMap((placed) => {
      const problem = problemOf(placed.backend, existing)
      return problem === undefined ? [] : [{ ...placed, problem }]
    })
    const [first] = problems
    if (first === undefined) return undefined
    return {
      title: first.problem,
      message: `Requests fail: ${problems.map(({ place, problem }) => `${place}: ${problem}`).join('; ')}.`,
      evidence: problems.map(({ field, backend }) =>
        fieldEvidence(ingresses, ingress, field, textOf(backend)),
      ),
      hint: 'Correct the backend of the Ingress, or create the Service with this port.',
      since: null,
      confidence: 0.8,
    }
  },
})

/** Returns the backends that are Services. */
function backendsOf({ spec }: Ingress): readonly PlacedBackend[] {
  const ofPaths = (spec?.rules ?? []).flatMap(({ host = '', http }, rule) =>
    (http?.paths ?? []).map(({ path = '/', backend }, index) => ({
      field: `spec.rules[${rule}].http.paths[${index}].backend` as const,
      place: `${host}${path}`,
      backend,
    })),
  )
  const ofAll = {
    field: 'spec.defaultBackend',
    place: 'default backend',
    backend: spec?.defaultBackend,
  } as const
  return [ofAll, ...ofPaths].flatMap(({ field, place, backend }) => {
    const { name = '', port } = backend?.service ?? {}
    return name === '' || port?.name === ANNOTATION_PORT ? [] : [{ field, place, backend: { name, port } }]
  })
}

function problemOf({ name, port }: Backend, existing: ReadonlyMap<string, Service>): string | undefined {
  const service = existing.get(name)
  if (service === undefined) return `Service "${name}" does not exist`
  if (!port || hasPort(service, port)) return undefined
  return `Service "${name}" has no port ${portText(port)}`
}

function hasPort({ spec }: Service, wanted: Port): boolean {
  return (spec?.ports ?? []).some(({ name, port }) =>
    wanted.name ? name === wanted.name : port === wanted.number,
  )
}

function portText({ name, number }: Port): string {
  return name ? `"${name}"` : String(number)
}

function textOf({ name, port }: Backend): string {
  return port ? `${name}:${port.name || port.number}` : name
}
