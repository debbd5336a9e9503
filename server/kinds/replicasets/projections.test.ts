import { expect } from 'chai'
import { replicaSetSummary } from './schema.ts'
import { replicaSets } from './kind.ts'
import { matchesSchema } from '../../testing/matches-schema.ts'
import { metadata, now } from '../../testing/metadata.ts'

describe('a ReplicaSet', () => {
  const summary = matchesSchema<ReturnType<typeof replicaSets.summary.project>>(replicaSetSummary)

  it('shows counts, images and labels', () => {
    const shown = replicaSets.summary.project(
      {
        metadata: metadata({ name: 'web-1', labels: { app: 'web' } }),
        spec: {
          replicas: 3,
          template: { spec: { containers: [{ name: 'a', image: 'web:1' }, { name: 'b' }] } },
        },
        status: { replicas: 2, readyReplicas: 1 },
      },
      now,
    )
    expect(summary(shown)).to.deep.equal({
      name: 'web-1',
      namespace: 'shop',
      replicas: { desired: 3, current: 2, ready: 1 },
      images: ['web:1'],
      labels: { app: 'web' },
      age: '7d',
      createdAt: '2026-11-20T11:25:00Z',
    })
  })

  it('survives unset fields, before its controller has processed it', () => {
    for (const bare of [{}, { spec: {} }, { spec: { replicas: null, template: { spec: null } } }])
      expect(summary(replicaSets.summary.project({ metadata: metadata(), ...bare }, now))).to.deep.include({
        replicas: { desired: 1, current: 0, ready: 0 },
        images: [],
        labels: {},
      })
  })

  it('reads the same until its age changes', () => {
    const until = replicaSets.summary.expiresAt?.({ metadata: metadata() }, now) ?? 0
    expect(until).to.equal(Date.parse('2026-11-28T11:25:00Z'))
  })
})
