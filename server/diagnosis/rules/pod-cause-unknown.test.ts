import { expect } from 'chai'
import { pods } from '../../kinds/pods/kind.ts'
import { controlledBy, RuleCluster } from '../../testing/rule-cluster.ts'
import { now } from '../../testing/metadata.ts'
import { rules } from '../register.ts'

const since = '2026-11-27T11:54:00Z'
const notReady = {
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: since }],
    containerStatuses: [{ name: 'app', ready: false, state: { running: {} } }],
  },
}
const ids = (fields: object, at = now) =>
  new RuleCluster({ rules, now: at })
    .add(pods, 'web-1', { ...fields })
    .findings(pods, 'web-1')
    .map(({ rule }) => rule)

describe('rule pod-cause-unknown', () => {
  it('matches a Pod that no other rule explains, after five minutes', () => {
    expect(ids(notReady)).to.deep.equal(['pod-cause-unknown'])
    expect(ids(notReady, Date.parse(since) + 299_999)).to.deep.equal([])
  })

  it('says what would tell more', () => {
    const [finding] = new RuleCluster({ rules }).add(pods, 'web-1', notReady).findings(pods, 'web-1')
    expect(finding).to.deep.include({ severity: 'warning', title: 'Pod is not ready (Running)', since })
    expect(finding?.hint).to.include('kubectl describe pod')
  })

  it('leaves a Pod to every other rule', () => {
    const waiting = { waiting: { reason: 'ImagePullBackOff', message: 'app:1: not found' } }
    const status = { ...notReady.status, containerStatuses: [{ name: 'app', state: waiting }] }
    expect(ids({ ...notReady, status })).to.deep.equal(['image-not-found'])
  })

  it('matches a Pod that has failed at once, and none of a Job, that is ready, has succeeded or is being deleted', () => {
    const failed = { status: { phase: 'Failed', reason: 'UnexpectedAdmissionError' } }
    expect(ids(failed)).to.deep.equal(['pod-cause-unknown'])
    expect(ids({ ...failed, metadata: controlledBy('Job', 'load') })).to.deep.equal([])
    const ready = { conditions: [{ type: 'Ready', status: 'True' }] }
    expect(ids({ status: { phase: 'Running', ...ready } })).to.deep.equal([])
    expect(ids({ status: { phase: 'Succeeded' } })).to.deep.equal([])
    const deletionTimestamp = '2026-11-27T11:59:59Z'
    expect(
      ids({ ...notReady, metadata: { deletionTimestamp, deletionGracePeriodSeconds: 30 } }),
    ).to.deep.equal([])
  })
})
