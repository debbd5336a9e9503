import { expect } from 'chai'
import { metadata, now } from '../../testing/metadata.ts'
import { namespaceDetail, namespaceSummary } from './projections.ts'

describe('a projected Namespace', () => {
  it('has its annotations in lists too, with copies of the object masked', () => {
    const name = 'kubectl.kubernetes.io/last-applied-configuration'
    const copy = JSON.stringify({ kind: 'Secret', data: { password: 'aGlkZGVu' } })
    const { annotations } = namespaceSummary({ metadata: metadata({ annotations: { [name]: copy } }) }, now)
    expect(annotations).to.deep.equal({ [name]: '{"kind":"Secret","data":{"password":"(masked)"}}' })
  })

  it('says what its end waits for: the finalizers of its spec, then those of its metadata', () => {
    const shown = namespaceDetail(
      {
        metadata: metadata({
          deletionTimestamp: '2026-11-27T08:00:00Z',
          finalizers: ['example.com/archive'],
        }),
        spec: { finalizers: ['kubernetes'] },
        status: { phase: 'Terminating', conditions: [{ type: 'NamespaceContentRemaining', status: 'True' }] },
      },
      now,
    )
    expect(shown).to.deep.include({
      status: 'Terminating',
      deletionTimestamp: '2026-11-27T08:00:00Z',
      finalizers: ['kubernetes', 'example.com/archive'],
      conditions: [{ type: 'NamespaceContentRemaining', status: 'True' }],
    })
  })
})
