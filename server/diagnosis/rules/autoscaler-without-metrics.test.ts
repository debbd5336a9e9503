import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { apiServices } from '../../kinds/extensions/kinds.ts'
import { horizontalPodAutoscalers } from '../../kinds/horizontalpodautoscalers/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const autoscaler = (
  reason: string,
  message: string,
  status = 'False',
  lastTransitionTime = '2026-11-27T11:30:00Z',
) => ({
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } },
  status: { conditions: [{ type: 'ScalingActive', status, reason, message, lastTransitionTime }] },
})

const findings = (fields: object) =>
  new RuleCluster()
    .add(horizontalPodAutoscalers, 'web', { ...fields })
    .findings(horizontalPodAutoscalers, 'web')

describe('rule autoscaler-without-metrics', () => {
  const messages = [
    [
      'FailedGetResourceMetric',
      'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
      'Install or mend the metrics API',
    ],
    [
      'FailedGetResourceMetric',
      'the HPA was unable to compute the replica count: failed to get cpu utilization: missing request for cpu in container app of Pod web-1',
      'Set requests of this resource',
    ],
    ['InvalidSelector', "the HPA target's scale is missing a selector", 'Correct the selector'],
  ] as const
  for (const [reason, message, hint] of messages)
    it(`advises after "${message.slice(-45)}"`, () => {
      const [finding] = findings(autoscaler(reason, message))
      expect(finding).to.deep.include({ rule: 'autoscaler-without-metrics', group: reason })
      expect(finding?.message).to.equal(
        `Deployment "web" is not scaled since 2026-11-27T11:30:00Z: ${message}`,
      )
      expect(finding?.hint).to.match(new RegExp(`^${hint}`))
    })

  it('names the metrics API that is unavailable as the cause', () => {
    const message =
      'unable to fetch metrics from resource metrics API: the server is currently unable to handle the request (get pods.metrics.k8s.io)'
    const unavailable = (group: string) => ({
      spec: { group, service: { name: 'metrics', namespace: 'kube-system' } },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }] },
    })
    const [finding] = new RuleCluster()
      .add(horizontalPodAutoscalers, 'web', autoscaler('FailedGetResourceMetric', message))
      .add(apiServices, 'v1beta1.metrics.k8s.io', unavailable('metrics.k8s.io'))
      .add(apiServices, 'v1beta1.custom.metrics.k8s.io', unavailable('custom.metrics.k8s.io'))
      .findings(horizontalPodAutoscalers, 'web')
    expect(finding?.causes.map(({ id }) => id)).to.deep.equal([
      'api-service-unavailable/APIService//v1beta1.metrics.k8s.io',
    ])
  })

  it('names the Deployment whose Pods are not ready as the cause of missing metrics', () => {
    const message =
      'failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)'
    const conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }]
    const [finding] = new RuleCluster()
      .add(horizontalPodAutoscalers, 'web', autoscaler('FailedGetResourceMetric', message))
      .add(deployments, 'web', { status: { conditions } })
      .findings(horizontalPodAutoscalers, 'web')
    expect(finding?.causes.map(({ rule }) => rule)).to.deep.equal(['deployment-stalled'])
  })

  it('does not match an active one, one of a target with zero replicas, nor one within a minute', () => {
    expect(findings(autoscaler('ValidMetricFound', '', 'True'))).to.deep.equal([])
    expect(findings(autoscaler('ScalingDisabled', 'scaling is disabled'))).to.deep.equal([])
    const young = autoscaler('FailedGetResourceMetric', 'no metrics', 'False', '2026-11-27T11:59:30Z')
    expect(findings(young)).to.deep.equal([])
  })
})
