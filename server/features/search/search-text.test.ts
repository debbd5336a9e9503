import { expect } from 'chai'
import { findText, joinTexts, searchedTexts, textAt } from './search-text.ts'

const image = 'registry.example/shop/web:1.25@sha256:0aF3'
const texts = joinTexts(
  searchedTexts(
    { name: 'web-1', labels: { app: 'Web', tier: '' }, annotations: { 'example.com/web': 'secret' } },
    { images: [image], addresses: ['10.0.0.7', null, undefined], node: 'worker-web' },
  ),
)
const find = (q: string, text = texts) => {
  const found = findText(text.toLowerCase(), q)
  return found && { rank: found.rank, ...textAt(text, found.mark) }
}

describe('findText', () => {
  it('ranks the whole name before its beginning, and that before a part of it', () => {
    for (const [q, rank] of Object.entries({ 'web-1': 0, web: 1, 'b-1': 2 }))
      expect(find(q), q).to.deep.equal({ rank, field: 'name', value: 'web-1' })
  })

  it('ranks labels, images, addresses, nodes and the keys of annotations in this order', () => {
    const cases = {
      'app=web': { rank: 3, field: 'label', value: 'app=Web' },
      'tier=': { rank: 3, field: 'label', value: 'tier=' },
      '1.25': { rank: 4, field: 'image', value: image },
      'sha256:0af': { rank: 4, field: 'image', value: image },
      '/shop/': { rank: 4, field: 'image', value: image },
      '0.0.7': { rank: 5, field: 'address', value: '10.0.0.7' },
      worker: { rank: 6, field: 'node', value: 'worker-web' },
      'example.com/web': { rank: 7, field: 'annotation', value: 'example.com/web' },
    }
    for (const [q, found] of Object.entries(cases)) expect(find(q), q).to.deep.equal(found)
  })

  it('finds no text across two fields, nor values of annotations', () => {
    for (const q of ['1app', 'secret', 'tierregistry']) expect(find(q), q).to.equal(undefined)
  })
})

describe('joinTexts', () => {
  const named = (handles: Parameters<typeof searchedTexts>[1], labels = {}) =>
    joinTexts(searchedTexts({ name: 'web', labels, annotations: { note: '' } }, handles))

  it('takes at most 512 bytes, the keys of annotations last', () => {
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`label-${at}`, 'ü'.repeat(20)]))
    const text = named({ images: ['nginx'], node: 'worker', addresses: ['10.0.0.1'] }, labels)
    expect(Buffer.byteLength(text)).to.be.within(450, 512)
    for (const q of ['nginx', 'worker', '10.0.0.1', 'label-0=']) expect(text, q).to.include(q)
    expect(text).to.not.include('label-19')
    const many = named(
      { images: Array.from({ length: 60 }, (_, at) => `image-${at}`), node: 'worker' },
      labels,
    )
    expect(many).to.include('worker').and.not.include('label-0')
  })

  it('takes each text once, and replaces control characters', () => {
    const text = named({ images: ['nginx', 'nginx', 'a\u0001b'] })
    expect(text.split('nginx')).to.have.length(2)
    expect(find('a b', text)).to.include({ field: 'image', value: 'a b' })
  })

  it('leaves out what is no text', () => {
    const hostile = { images: [1, null, {}], addresses: [['x']] } as never
    expect(named(hostile, { a: 1 })).to.equal('\u0001web\u0006note')
  })
})
