import { expect } from 'chai'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { backingOff, ended, podFields, running } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'

const limits = { resources: { limits: { memory: '24Mi' } } }
const podWith = (status: object, spec: object = limits) => podFields({ containers: [{ status, spec }] })
const findingsOf = (pod: object) => new RuleCluster().add(pods, 'web-1', pod).findings(pods, 'web-1')
const oom = { exitCode: 137, reason: 'OOMKilled' }

describe('rule out-of-memory', () => {
  it('names the limit of the container, in place of the crash loop', () => {
    const [finding, ...others] = findingsOf(podWith(backingOff(oom)))
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({ rule: 'out-of-memory', severity: 'critical' })
    expect(finding?.message).to.include('it used more than its limit of 24Mi of memory')
    expect(finding?.evidence[1]).to.deep.equal({
      source: 'spec',
      reference: 'Pod shop/web-1 spec.containers[app].resources.limits.memory',
      text: '24Mi',
    })
  })

  it('shows the memory pressure of the node for a container without a limit', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', podWith(backingOff(oom), {}))
      .add(nodes, 'worker', {
        status: { conditions: [{ type: 'MemoryPressure', status: 'True', message: 'low on memory' }] },
      })
      .findings(pods, 'web-1')
    expect(finding?.message).to.include('has no memory limit')
    expect(finding?.evidence[1]?.text).to.equal('MemoryPressure=True: low on memory')
  })

  it('warns for an hour of a container that runs again', () => {
    const [finding] = findingsOf(podWith(running({ restartCount: 1, lastState: ended(oom) })))
    expect(finding?.severity).to.equal('warning')
    const before = ended({ ...oom, finishedAt: '2026-11-27T10:59:00Z' })
    expect(findingsOf(podWith(running({ restartCount: 1, lastState: before })))).to.deep.equal([])
  })

  it('does not match a container that another signal has killed', () => {
    const rules = findingsOf(podWith(backingOff({ exitCode: 137, reason: 'Error' }))).map(({ rule }) => rule)
    expect(rules).to.deep.equal(['crash-loop'])
  })
})
