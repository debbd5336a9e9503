import { expect } from 'chai'
import { validatingWebhookConfigurations } from '../../kinds/extensions/kinds.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const clusterWith = (message: string) =>
  new RuleCluster().add(replicaSets, 'web-1', {
    spec: { replicas: 1 },
    status: {
      replicas: 0,
      conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }],
    },
  })

const findings = (message: string) =>
  clusterWith(message)
    .findings(replicaSets, 'web-1')
    .map(({ rule, title, group }) => ({ rule, title, group }))

describe('rule pod-refused', () => {
  const refusals: readonly (readonly [what: string, message: string, title: string, group: string])[] = [
    [
      'PodSecurity',
      'pods "web-1-d872h" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
      'PodSecurity "restricted:latest" refuses its Pods',
      'restricted:latest',
    ],
    [
      'a LimitRange with one violation',
      'pods "web-1-x" is forbidden: maximum cpu usage per Container is 100m, but limit is 1',
      'a LimitRange refuses its Pods',
      '',
    ],
    [
      'a LimitRange with several violations',
      'pods "web-1-x" is forbidden: [minimum memory usage per Pod is 1Gi.  No request is specified, cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000]',
      'a LimitRange refuses its Pods',
      '',
    ],
    [
      'a webhook that denies',
      'admission webhook "check.example.com" denied the request: image is not signed',
      'admission webhook "check.example.com" refuses its Pods',
      'check.example.com',
    ],
    [
      'a webhook that does not answer',
      'Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: Post "https://check.shop.svc:443/?timeout=2s": service "check" not found',
      'admission webhook "check.example.com" does not answer',
      'check.example.com',
    ],
    [
      'a ValidatingAdmissionPolicy',
      `pods "web-1-x" is forbidden: ValidatingAdmissionPolicy 'no-latest' with binding 'all' denied request: tag latest`,
      'ValidatingAdmissionPolicy "no-latest" refuses its Pods',
      'no-latest',
    ],
  ]
  for (const [what, message, title, group] of refusals)
    it(`names ${what}`, () => {
      expect(findings(message)).to.deep.equal([{ rule: 'pod-refused', title, group }])
    })

  it('names the webhook that cannot be reached as the cause', () => {
    const [finding] = clusterWith(
      'Internal error occurred: failed calling webhook "check.example.com": failed to call webhook: EOF',
    )
      .add(validatingWebhookConfigurations, 'check', {
        webhooks: [
          { name: 'check.example.com', clientConfig: { service: { name: 'check', namespace: 'shop' } } },
        ],
      })
      .findings(replicaSets, 'web-1')
    expect(finding?.causes.map(({ rule }) => rule)).to.deep.equal(['webhook-unreachable'])
  })

  it('leaves an exceeded quota to the rule quota-exceeded', () => {
    const message =
      'pods "web-1-x" is forbidden: exceeded quota: tight, requested: pods=1, used: pods=1, limited: pods=1'
    expect(findings(message).map(({ rule }) => rule)).to.deep.equal(['quota-exceeded'])
  })

  it('does not match words that it does not know', () => {
    const message = 'pods "web-1-" is forbidden: error looking up service account shop/web'
    expect(findings(message)).to.deep.equal([])
  })
})
