import { services } from '../../kinds/services/kind.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import { selectorOf, slicesOf } from '../service-endpoints.ts'

export const servicePortNotFound = defineRule({
  id: 'service-port-not-found',
  on: services,
  severity: 'warning',
  description: 'No container of the Pods that a Service selects has a port of the name in targetPort.',
  find: (service, facts) => {
    const named = (service.spec?.ports ?? []).filter(({ targetPort }) =>
      Number.isNaN(Number(targetPort ?? 0)),
    )
    if (named.length === 0 || selectorOf(service) === undefined) return undefined
    // Kubernetes leaves a port out of the slices of Pods that do not have it. A numeric one is in them, declared or not.
    const slices = slicesOf(service, facts).filter(({ endpoints }) => (endpoints ?? []).length > 0)
    if (slices.length === 0) return undefined
    const present = new Set(slices.flatMap(({ ports }) => (ports ?? []).map(({ name }) => name ?? '')))
    const missing = named.filter(({ name }) => !present.has(name ?? ''))
    if (missing.length === 0) return undefined
    const names = missing.map(({ targetPort }) => `"${targetPort}"`).join(', ')
    return {
      title: `target port ${names} not found`,
      message: `No container of the selected Pods has a port named ${names}, so the Service refuses connections to port ${missing.map(({ port }) => port).join(', ')}.`,
      evidence: missing.map(({ port, targetPort }) =>
        fieldEvidence(services, service, `spec.ports[${port}].targetPort`, String(targetPort)),
      ),
      hint: 'Correct targetPort of the Service, or the name in ports of the container.',
      since: null,
      confidence: 0.8,
    }
  },
})
