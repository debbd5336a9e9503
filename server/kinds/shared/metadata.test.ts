import { expect } from 'chai'
import type { ObjectMeta } from '../../cluster/objects.ts'
import { metadata, now } from '../../testing/metadata.ts'
import { ageOf, commonDetail, createdAt, ownerReferences } from './metadata.ts'

describe('metadata', () => {
  it('says what every detail says', () => {
    expect(commonDetail(metadata({ labels: { app: 'web' }, annotations: null }), now)).to.deep.equal({
      uid: metadata().uid,
      createdAt: '2026-11-20T11:25:00Z',
      age: '7d',
      labels: { app: 'web' },
      annotations: {},
    })
  })

  it('keeps a label named __proto__, as JSON.parse made it', () => {
    const parsed = JSON.parse(
      '{"name":"a","uid":"u","creationTimestamp":"","labels":{"__proto__":"x"}}',
    ) as ObjectMeta
    const { labels } = commonDetail(parsed, now)
    expect(JSON.stringify(labels)).to.equal('{"__proto__":"x"}')
    expect(Object.getPrototypeOf(labels)).to.equal(Object.prototype)
  })

  it('masks environment values in a copy of the object that kubectl left in an annotation', () => {
    const name = 'kubectl.kubernetes.io/last-applied-configuration'
    const copy = { kind: 'Deployment', env: [{ name: 'PASSWORD', value: 'hidden' }] }
    const { annotations } = commonDetail(metadata({ annotations: { [name]: JSON.stringify(copy) } }), now)
    expect(annotations).to.deep.equal({
      [name]: '{"kind":"Deployment","env":[{"name":"PASSWORD","value":"(masked)"}]}',
    })
  })

  it('survives a creation time that is none', () => {
    expect(createdAt(metadata({ creationTimestamp: 'soon' }))).to.equal('soon')
    expect(ageOf(metadata({ creationTimestamp: 'soon' }), now)).to.equal('0s')
    expect(ageOf(metadata({ creationTimestamp: '2026-11-27T12:00:05Z' }), now)).to.equal('0s')
  })

  it('shows owners with whether they control', () => {
    const one = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u' }
    const shown = ownerReferences(metadata({ ownerReferences: [one, { ...one, controller: true }] }))
    expect(shown).to.deep.equal([
      { ...one, controller: false },
      { ...one, controller: true },
    ])
    expect(ownerReferences(metadata({ ownerReferences: null }))).to.deep.equal([])
  })
})
