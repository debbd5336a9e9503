import { expect } from 'chai'
import { OperatorMetrics } from './operator-metrics.ts'

describe('metrics of the operator', () => {
  const lines = async (metrics: OperatorMetrics, name: string): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`cluster_inspector_operator_${name}`))

  it('tell how each context stood, until this replica leads no more', async () => {
    const metrics = new OperatorMetrics('1.2.3')
    metrics.leads(true)
    metrics.probed('first', true, 0.02)
    metrics.probed('second', false, 3)
    metrics.forgotten('first')
    expect(await lines(metrics, 'context_ready')).to.deep.equal([
      'cluster_inspector_operator_context_ready{context="second"} 0',
    ])
    metrics.leads(false)
    expect(await lines(metrics, 'context_ready')).to.deep.equal([])
    expect(await lines(metrics, 'leader ')).to.deep.equal(['cluster_inspector_operator_leader 0'])
  })

  it('tell whether what is declared is followed, as it is when they are read', async () => {
    const metrics = new OperatorMetrics('1.2.3')
    let state = 'live'
    metrics.registerWatches(() => [{ resource: 'secrets', state }])
    expect(await lines(metrics, 'following')).to.deep.equal([
      'cluster_inspector_operator_following{resource="secrets"} 1',
    ])
    state = 'degraded'
    expect(await lines(metrics, 'following')).to.deep.equal([
      'cluster_inspector_operator_following{resource="secrets"} 0',
    ])
  })

  it('tell from the start that nothing has failed yet, and when the token of the server ends', async () => {
    const metrics = new OperatorMetrics('1.2.3')
    expect(await lines(metrics, 'status_writes_total')).to.include(
      'cluster_inspector_operator_status_writes_total{result="conflict"} 0',
    )
    metrics.tokenIssued(1_700_000_000_000)
    metrics.tokenIssued(undefined)
    expect(await lines(metrics, 'token')).to.include.members([
      'cluster_inspector_operator_token_expiration_timestamp_seconds 1700000000',
      'cluster_inspector_operator_tokens_total{result="failed"} 1',
    ])
  })
})
