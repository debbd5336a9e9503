import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { backingOff, ended, podFields, rulesOf, running, waiting } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const initializing = (status: object, { spec = {}, init = {} } = {}) =>
  podFields({
    phase: 'Pending',
    spec,
    initContainers: [{ name: 'migrate', status, spec: init }],
    containers: [{ status: waiting('PodInitializing') }],
  })
const never = { spec: { restartPolicy: 'Never' } }
const findingsOf = (pod: object, logs = {}) =>
  new RuleCluster({ logs }).add(pods, 'web-1', pod).findings(pods, 'web-1')

describe('rule init-blocked', () => {
  it('names an init container that runs for longer than five minutes, with its last words', () => {
    const logs = { 'shop/web-1 migrate': ['waiting for the database'] }
    const [finding, ...others] = findingsOf(initializing(running({ ready: false })), logs)
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      rule: 'init-blocked',
      title: 'init container migrate does not end',
      since: '2026-11-27T11:00:05Z',
    })
    expect(finding?.evidence[1]?.text).to.equal('waiting for the database')
  })

  it('names an init container that has failed and is not run again', () => {
    const [finding] = findingsOf(initializing({ state: ended({ exitCode: 3 }) }, never))
    expect(finding?.title).to.equal('init container migrate failed with exit code 3')
  })

  for (const [rule, status] of [
    ['crash-loop', backingOff()],
    ['image-not-found', waiting('ErrImagePull', 'web:2: not found')],
    ['config-missing', waiting('CreateContainerConfigError', 'configmap "settings" not found')],
  ] as const)
    it(`leaves an init container to the rule for its own cause: ${rule}`, () =>
      expect(rulesOf(findingsOf(initializing(status)))).to.deep.equal([rule]))

  it('leaves an init container that was out of memory to the rule for that', () => {
    const status = { state: ended({ exitCode: 137, reason: 'OOMKilled' }) }
    expect(rulesOf(findingsOf(initializing(status, never)))).to.deep.equal(['out-of-memory'])
  })

  for (const [title, pod] of [
    [
      'an init container that started a minute ago',
      initializing(running({ state: { running: { startedAt: '2026-11-27T11:59:00Z' } } })),
    ],
    [
      'an init container that will be run again',
      initializing({ restartCount: 0, state: ended({ exitCode: 3 }) }),
    ],
    ['a sidecar', initializing(running(), { init: { restartPolicy: 'Always' } })],
    ['an init container that has ended well', initializing({ state: ended({ exitCode: 0 }) }, never)],
  ] as const)
    it(`does not match ${title}`, () => expect(findingsOf(pod)).to.deep.equal([]))
})
