import { expect } from 'chai'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { podFields, unscheduled } from '../../testing/pod-states.ts'
import { RuleCluster } from '../../testing/rule-cluster.ts'
import { defineRule } from '../define-rule.ts'
import { rules } from '../register.ts'

const UNBOUND = '0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found'
const volumes = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] }
const claimRule = defineRule({
  id: 'claim-waits',
  on: persistentVolumeClaims,
  severity: 'critical',
  description: 'A claim waits.',
  find: () => ({ title: 'no class', message: 'There is no such class.', evidence: [], confidence: 0.95 }),
})

describe('rule claim-of-pod-unbound', () => {
  it('names the claim, and folds into its finding', () => {
    const [finding, ...others] = new RuleCluster({ rules: [...rules, claimRule] })
      .add(pods, 'web-1', unscheduled(UNBOUND, volumes))
      .add(persistentVolumeClaims, 'data', { status: { phase: 'Pending' } })
      .findings(pods, 'web-1')
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({ rule: 'claim-of-pod-unbound', title: 'claim data has no volume' })
    expect(finding?.causes.map(({ rule }) => rule)).to.include('claim-waits')
  })

  it('names a claim that does not exist', () => {
    const message = '0/1 nodes are available: persistentvolumeclaim "data" not found. not found'
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(message, volumes))
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('claim data does not exist')
  })

  it('knows the claim of an ephemeral volume by the names of Pod and volume', () => {
    const [finding] = new RuleCluster()
      .add(pods, 'web-1', unscheduled(UNBOUND, { volumes: [{ name: 'v', ephemeral: {} }] }))
      .add(persistentVolumeClaims, 'web-1-v', { status: { phase: 'Pending' } })
      .findings(pods, 'web-1')
    expect(finding?.title).to.equal('claim web-1-v has no volume')
  })

  it('gives the provisioning of a volume half a minute', () => {
    const cluster = new RuleCluster({ now: Date.parse('2026-11-27T11:00:20Z') })
      .add(pods, 'web-1', unscheduled(UNBOUND, volumes))
      .add(persistentVolumeClaims, 'data', { status: { phase: 'Pending' } })
    expect(cluster.findings(pods, 'web-1')).to.deep.equal([])
    expect(cluster.dependencies(pods, 'web-1').recheckAt).to.equal(Date.parse('2026-11-27T11:00:30Z'))
  })

  it('does not match claims that are bound, nor a Pod that has been scheduled', () => {
    const cluster = new RuleCluster()
      .add(pods, 'web-1', unscheduled(UNBOUND, volumes))
      .add(
        pods,
        'web-2',
        podFields({ spec: volumes, conditions: [{ type: 'PodScheduled', status: 'True' }] }),
      )
      .add(persistentVolumeClaims, 'data', { status: { phase: 'Bound' } })
    expect(cluster.findings(pods, 'web-1')).to.deep.equal([])
    expect(cluster.findings(pods, 'web-2')).to.deep.equal([])
  })
})
