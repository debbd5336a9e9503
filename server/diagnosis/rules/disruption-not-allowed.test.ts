import { expect } from 'chai'
import { podDisruptionBudgets } from '../../kinds/poddisruptionbudgets/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const findings = (spec: object, status: object, reason = 'InsufficientPods') =>
  new RuleCluster()
    .add(podDisruptionBudgets, 'web', {
      spec,
      status: {
        disruptionsAllowed: 0,
        conditions: [
          {
            type: 'DisruptionAllowed',
            status: 'False',
            reason,
            lastTransitionTime: '2026-11-27T11:30:00Z',
          },
        ],
        ...status,
      },
    })
    .findings(podDisruptionBudgets, 'web')

const healthy = { expectedPods: 2, currentHealthy: 2, desiredHealthy: 2 }

describe('rule disruption-not-allowed', () => {
  it('shows the field that keeps every Pod', () => {
    const [finding] = findings({ minAvailable: 2 }, healthy)
    expect(finding?.evidence.map(({ reference, text }) => `${reference}: ${text}`)).to.deep.equal([
      'PodDisruptionBudget shop/web status.disruptionsAllowed: 0',
      'PodDisruptionBudget shop/web spec.minAvailable: 2',
    ])
    const [other] = findings({ maxUnavailable: 0 }, healthy)
    expect(other?.evidence[1]?.reference).to.equal('PodDisruptionBudget shop/web spec.maxUnavailable')
  })

  it('does not match while a Pod is unhealthy, where it selects none, nor where the controller failed', () => {
    expect(findings({ minAvailable: 2 }, { ...healthy, currentHealthy: 1 })).to.deep.equal([])
    expect(findings({ minAvailable: 2 }, { expectedPods: 0 })).to.deep.equal([])
    expect(findings({ minAvailable: 2 }, healthy, 'SyncFailed')).to.deep.equal([])
    expect(findings({ minAvailable: 1 }, { ...healthy, disruptionsAllowed: 1 })).to.deep.equal([])
  })
})
