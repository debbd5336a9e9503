import { expect } from 'chai'
import { events } from '../../kinds/events/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import {
  backingOff,
  ended,
  nodeFields,
  podEvent,
  podFields,
  rulesOf,
  running,
} from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const podWith = (status: object, spec: object = {}) => podFields({ containers: [{ status }], spec })
const findingsOf = (pod: object) => new RuleCluster().add(pods, 'web-1', pod).findings(pods, 'web-1')

describe('rule crash-loop', () => {
  it('names the exit code, the time of the run and the number of restarts', () => {
    const cluster = new RuleCluster({ logs: { 'shop/web-1 app previous': ['cannot open the ledger'] } })
      .add(pods, 'web-1', podWith(backingOff()))
      .add(events, 'back-off', podEvent('BackOff', 'Back-off restarting failed container app in pod web-1'))
    const [finding, ...others] = cluster.findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'crash-loop',
      title: 'container app ends with exit code 7 again and again',
      message:
        'Container "app" ended with exit code 7 at 2026-11-27T11:59:00Z, after 2 s. It was restarted 5 times.',
      since: '2026-11-27T11:30:00Z',
    })
    expect(finding?.evidence).to.deep.equal([
      {
        source: 'status',
        reference: 'Pod shop/web-1 status.containerStatuses[app].lastState.terminated',
        text: 'Error: exitCode 7',
      },
      { source: 'log', reference: 'Pod shop/web-1 container app', text: 'cannot open the ledger' },
    ])
  })

  it('says that a container was restarted once', () => {
    const [finding] = findingsOf(podWith(backingOff({}, 1)))
    expect(finding?.message).to.match(/, after 2 s\. It was restarted once\.$/)
  })

  it('shows the log of a run that has just ended', () => {
    const logs = { 'shop/web-1 app': ['this run'], 'shop/web-1 app previous': ['the run before'] }
    const [finding] = new RuleCluster({ logs })
      .add(pods, 'web-1', podWith({ restartCount: 5, state: ended() }))
      .findings(pods, 'web-1')
    expect(finding?.evidence.at(-1)?.text).to.equal('this run')
  })

  it('names the signal of an exit code above 128', () => {
    const [finding] = findingsOf(podWith(backingOff({ exitCode: 139 })))
    expect(finding?.title).to.equal('container app ends with exit code 139 (SIGSEGV) again and again')
  })

  it('advises a Job for a program that ends without an error', () => {
    const [finding] = findingsOf(podWith(backingOff({ exitCode: 0, reason: 'Completed' })))
    expect(finding?.hint).to.include('run it as a Job')
  })

  it('names the postStart hook for which the kubelet kills a container', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', podWith(backingOff({ exitCode: 137 })))
      .add(events, 'hook', podEvent('FailedPostStartHook', 'PostStartHook failed'))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('postStart hook of container app fails')
  })

  it('lasts while a container that was restarted three times runs, for ten minutes', () => {
    const status = running({ restartCount: 3, lastState: ended() })
    expect(rulesOf(findingsOf(podWith(status)))).to.deep.equal(['crash-loop'])
    const cluster = new RuleCluster().add(pods, 'web-1', podWith(status))
    expect(cluster.dependencies(pods, 'web-1').recheckAt).to.equal(Date.parse('2026-11-27T12:09:00Z'))
    const calm = running({ restartCount: 3, lastState: ended({ finishedAt: '2026-11-27T11:49:00Z' }) })
    expect(findingsOf(podWith(calm))).to.deep.equal([])
  })

  for (const [title, pod] of [
    ['a container that was restarted once', podWith(running({ restartCount: 1, lastState: ended() }))],
    ['the first end of a container', podWith(backingOff({}, 0))],
    ['a Pod that is not run again', podWith({ restartCount: 0, state: ended() }, { restartPolicy: 'Never' })],
    [
      'a restart after a long run',
      podWith(running({ restartCount: 9, lastState: ended({ startedAt: '2026-11-20T11:00:00Z' }) })),
    ],
    [
      'an init container that has ended well after a restart',
      podFields({
        containers: [{ status: running() }],
        initContainers: [{ name: 'init', status: { restartCount: 1, state: ended({ exitCode: 0 }) } }],
      }),
    ],
    [
      'a Pod that is being deleted',
      { ...podWith(backingOff()), metadata: { deletionTimestamp: '2026-11-27T12:00:00Z' } },
    ],
  ] as const)
    it(`does not match ${title}`, () => expect(findingsOf(pod)).to.deep.equal([]))

  it('leaves a Pod on a node that is not ready to the rule for its node', () => {
    const findings = new RuleCluster()
      .add(pods, 'web-1', podWith(backingOff()))
      .add(nodes, 'worker', nodeFields('False'))
      .findings(pods, 'web-1')
    expect(rulesOf(findings)).to.deep.equal(['node-of-pod-not-ready'])
  })

  it('depends on nothing but a Pod that is healthy', () => {
    const cluster = new RuleCluster().add(
      pods,
      'web-1',
      podFields({ containers: [{ status: running() }], conditions: [{ type: 'Ready', status: 'True' }] }),
    )
    const { keys, recheckAt } = cluster.dependencies(pods, 'web-1')
    expect([...keys]).to.deep.equal([])
    expect(recheckAt).to.equal(Infinity)
  })

  for (const kind of [events, nodes])
    it(`stands without ${kind.plural}, which it reports as unavailable`, () => {
      const cluster = new RuleCluster({ denied: [kind] }).add(pods, 'web-1', podWith(backingOff()))
      expect(rulesOf(cluster.findings(pods, 'web-1'))).to.deep.equal(['crash-loop'])
      const { unavailable } = cluster.dependencies(pods, 'web-1')
      expect(unavailable.map((one) => one.kind.plural)).to.include(kind.plural)
    })
})
