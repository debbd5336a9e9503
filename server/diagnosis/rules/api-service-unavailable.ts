import { apiServices, type ApiService } from '../../kinds/extensions/kinds.ts'
import { services } from '../../kinds/services/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { nameOf } from '../finding.ts'

export const apiServiceUnavailable = defineRule<ApiService>({
  id: 'api-service-unavailable',
  on: apiServices,
  severity: 'critical',
  description: 'The service behind an aggregated API does not answer, so that its kinds are gone.',
  find: (apiService, facts) => {
    const available = conditionOf(apiService, 'Available')
    if (available?.status !== 'False') return undefined
    const { group = '', version = '', service } = apiService.spec ?? {}
    const { name = '', namespace = '' } = service ?? {}
    const behind = name === '' ? undefined : facts.optional(() => facts.get(services, name, namespace))
    const since = available.lastTransitionTime ?? null
    return {
      title: `API ${group}/${version} is unavailable`,
      message: `Requests for kinds of ${group}/${version} fail since ${since ?? 'an unknown time'}: ${available.message ?? available.reason ?? 'no reason'}`,
      evidence: [conditionEvidence(apiServices, apiService, available)],
      hint:
        name === ''
          ? 'The API server itself serves this API: look at its log.'
          : `Mend Service ${nameOf({ name, namespace })} and its Pods, or delete the APIService if it is not used any more.`,
      since,
      confidence: 0.95,
      causes: behind === undefined ? [] : facts.findings(services, behind),
    }
  },
})
