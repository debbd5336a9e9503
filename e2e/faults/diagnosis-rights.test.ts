import { expect } from 'chai'
import { factKinds } from '../../server/diagnosis/fact-kinds.ts'
import type { DiagnosisReport } from '../../server/diagnosis/routes.ts'
import { CallersStage, READ } from '../support/callers.ts'
import { grantOn } from '../support/grants.ts'
import { until } from '../support/until.ts'

/** A Pod that the scheduler has found no node for. */
const tooLarge = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'too-large', namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'web:1', resources: { requests: { cpu: '64' } } }] },
  status: {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/3 nodes are available: 3 Insufficient cpu.',
        lastTransitionTime: '2026-11-27T11:00:00Z',
      },
    ],
  },
}

const ALL = ['pods', 'nodes', 'events', 'deployments', 'replicasets', 'pods/log']

describe('the diagnosis for callers with rights of their own [S2]', () => {
  let stage: CallersStage

  beforeEach(async () => {
    stage = await CallersStage.open()
    stage.demo.apply(tooLarge)
    await stage.serve()
    grantOn(stage.demo, 'rich', { verbs: READ, resources: ALL })
    grantOn(stage.demo, 'poor', { verbs: READ, resources: ['pods'] })
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['pods'] }, 'shop')
    grantOn(stage.demo, 'ada', { verbs: READ, resources: ['nodes'] })
  })

  /** Reads the diagnosis for a user until every kind is in sync. */
  const diagnosis = async (user: string, query = '') => {
    const caller = stage.bearer(user)
    return until('a complete diagnosis', async () => {
      const { status, json, text } = await stage.get(`/api/diagnosis${query}`, caller)
      expect(status, text.slice(0, 300)).to.equal(200)
      // Validated against its schema by the client.
      const report = json as unknown as DiagnosisReport
      return report.syncing === undefined ? report : undefined
    })
  }

  const sectionsOf = ({ unavailable }: Pick<DiagnosisReport, 'unavailable'>) =>
    unavailable.map(({ section }) => section)

  it('shows a caller with Pods alone findings of Pods, without what it may not know, and says so', async () => {
    const [poor, rich] = [await diagnosis('poor'), await diagnosis('rich')]
    expect(new Set(poor.findings.map(({ subject }) => subject.kind))).to.deep.equal(new Set(['Pod']))
    expect(poor.findings.map(({ rule }) => rule)).to.include.members(['image-not-found', 'resources-short'])
    for (const secret of ['demo-worker', 'deployment-stalled', 'ReplicaSet search-', '"log"', '"event"']) {
      const findings = JSON.stringify(poor.findings)
      expect(findings, secret).to.not.include(secret)
    }
    expect(JSON.stringify(rich.findings)).to.include('demo-worker').and.to.include('ReplicaSet search-')
    expect(sectionsOf(poor)).to.include.members(['nodes', 'secrets', 'events', 'deployments'])
    expect(sectionsOf(poor)).to.not.include('pods')
    expect(sectionsOf(rich)).to.not.include.members(['nodes'])
  })

  it('asks the cluster once for each kind, whatever the number of namespaces', async () => {
    await diagnosis('poor')
    let reviews = 0
    stage.demo.onRequest(({ url }) => {
      if (url.includes('/subjectaccessreviews')) reviews++
    })
    await diagnosis('rich')
    expect(reviews).to.equal(factKinds.length)
  })

  it('requires a namespace of a caller without all, and keeps the Pods of others from its findings', async () => {
    const everywhere = await stage.get('/api/diagnosis', stage.bearer('ada'))
    expect([everywhere.status, everywhere.json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
    const short = async (user: string) => {
      const { findings } = await diagnosis(user, '?namespace=shop')
      expect(findings.map(({ subject }) => subject.namespace ?? 'shop')).to.not.include('payments')
      return findings.find(({ rule }) => rule === 'resources-short')?.message
    }
    expect(await short('rich')).to.include('has the most left')
    // The room on a node follows from the Pods of every namespace.
    expect(await short('ada')).to.equal('The Pod cannot be scheduled. It requests 64 of cpu.')
  })

  it('diagnoses a Pod in its detail with the rights of the caller, and names what may not be read', async () => {
    const detail = async (user: string) => {
      const path = '/api/pods/too-large?namespace=shop&include=diagnosis'
      const { status, json, text } = await stage.get(path, stage.bearer(user))
      expect(status, text.slice(0, 300)).to.equal(200)
      const unavailable = (json['diagnosisUnavailable'] ?? []) as DiagnosisReport['unavailable']
      return { text: JSON.stringify(json['diagnosis']), sections: unavailable.map(({ section }) => section) }
    }
    const [poor, rich] = [await detail('poor'), await detail('rich')]
    expect(poor.text).to.include('resources-short').and.not.include('demo-worker')
    expect(poor.sections).to.include('nodes')
    expect(rich.text).to.include('has the most left')
    expect(rich.sections).to.not.include('nodes')
    expect((await detail('ada')).text)
      .to.include('resources-short')
      .and.not.include('the most left')
  })
})
