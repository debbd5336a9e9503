import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { backingOff, ended, podEvent, podFields, rulesOf, running } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const probe = {
  exec: { command: ['cat', '/secret'] },
  initialDelaySeconds: 5,
  periodSeconds: 2,
  failureThreshold: 2,
}
const spec = { livenessProbe: probe, startupProbe: probe }
const clusterWith = (status: object, kind = 'liveness') =>
  new RuleCluster()
    .add(pods, 'web-1', podFields({ containers: [{ spec, status }] }))
    .add(events, 'kill', podEvent('Killing', `Container app failed ${kind} probe, will be restarted`))
    .add(
      events,
      'probe',
      podEvent('Unhealthy', 'Liveness probe failed: cat: /alive: No such file or directory'),
    )

describe('rule probe-restarts', () => {
  it('names the probe and the time that it allows, in place of the crash loop', () => {
    const [finding, ...others] = clusterWith(backingOff({ exitCode: 137 })).findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'probe-restarts',
      title: 'liveness probe of container app fails',
      message:
        'Container "app" is restarted by the kubelet because its liveness probe fails (exec cat; it allows 9 s).' +
        ' Its last run ended at 2026-11-27T11:59:00Z, after 2 s. It was restarted 5 times.',
    })
    expect(finding?.evidence.map(({ text }) => text)).to.deep.equal([
      'Container app failed liveness probe, will be restarted',
      'Liveness probe failed: cat: /alive: No such file or directory',
      'Error: exitCode 137',
    ])
  })

  it('names a startup probe, while the container runs again', () => {
    const status = running({
      restartCount: 1,
      lastState: ended({ exitCode: 137 }),
      started: false,
      ready: false,
    })
    const [finding] = clusterWith(status, 'startup').findings(pods, 'web-1')
    expect(finding?.title).to.equal('startup probe of container app fails')
  })

  it('leaves a container that was out of memory to the rule for that', () => {
    const findings = clusterWith(backingOff({ exitCode: 137, reason: 'OOMKilled' })).findings(pods, 'web-1')
    expect(rulesOf(findings)).to.deep.equal(['out-of-memory'])
  })

  it('does not match a container that ran for ten minutes since, nor the end of another container', () => {
    const calm = running({ restartCount: 1, lastState: ended({ finishedAt: '2026-11-27T11:49:00Z' }) })
    expect(clusterWith(calm).findings(pods, 'web-1')).to.deep.equal([])
    const pod = podFields({ containers: [{ name: 'other', status: backingOff() }] })
    expect(rulesOf(clusterWith({}).add(pods, 'web-1', pod).findings(pods, 'web-1'))).to.deep.equal([
      'crash-loop',
    ])
  })
})
