import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { ended, nodeFields, podEvent, podFields, rulesOf, running } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const probe = { readinessProbe: { httpGet: { path: '/ready?token=x', port: 8080 } } }
const unready = (status: object = {}, spec: object = probe) =>
  podFields({
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'ContainersNotReady',
        lastTransitionTime: '2026-11-27T11:00:00Z',
      },
    ],
    containers: [{ spec, status: running({ ready: false, ...status }) }],
  })
const failure = podEvent('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503')
const clusterWith = (pod: object) => new RuleCluster().add(pods, 'web-1', pod).add(events, 'probe', failure)

describe('rule readiness-failing', () => {
  it('shows the probe and its answer', () => {
    const [finding, ...others] = clusterWith(unready()).findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'readiness-failing',
      severity: 'warning',
      title: 'readiness probe of container app fails',
      since: '2026-11-27T11:00:05Z',
    })
    expect(finding?.message).to.include('(GET http://:8080/ready)')
    expect(finding?.evidence[1]?.text).to.equal(
      'Readiness probe failed: HTTP probe failed with statuscode: 503',
    )
  })

  it('stands on the status without Events', () => {
    const [finding] = new RuleCluster({ denied: [events] })
      .add(pods, 'web-1', unready())
      .findings(pods, 'web-1')
    expect(finding?.confidence).to.equal(0.8)
  })

  it('leaves a container that its liveness probe restarts to the rule for that', () => {
    const status = { restartCount: 2, lastState: ended({ exitCode: 137 }) }
    const findings = clusterWith(unready(status))
      .add(events, 'kill', podEvent('Killing', 'Container app failed liveness probe, will be restarted'))
      .findings(pods, 'web-1')
    expect(rulesOf(findings)).to.deep.equal(['probe-restarts'])
  })

  it('leaves a Pod on a node that is not ready to the rule for its node', () => {
    const findings = clusterWith(unready())
      .add(nodes, 'worker', nodeFields('Unknown'))
      .findings(pods, 'web-1')
    expect(rulesOf(findings)).to.deep.equal(['node-of-pod-not-ready'])
  })

  for (const [title, pod] of [
    [
      'a container that started less than a minute ago',
      unready({ state: { running: { startedAt: '2026-11-27T11:59:30Z' } } }),
    ],
    ['a container that its startup probe has not passed', unready({ started: false })],
    ['a container without a readiness probe', unready({}, {})],
    ['a container that is ready', unready({ ready: true })],
  ] as const)
    it(`does not match ${title}`, () => expect(clusterWith(pod).findings(pods, 'web-1')).to.deep.equal([]))
})
