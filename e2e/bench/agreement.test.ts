import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { decoded, disagreement } from './agreement.ts'

const pods = (...names: string[]) => ({ pods: names.map((name) => ({ name, namespace: 'n' })) })

describe('agreement of answers', () => {
  it('accepts the same objects in any order', () => {
    expect(disagreement(pods('a', 'b'), pods('b', 'a'))).to.equal(undefined)
    expect(disagreement({ name: 'web', namespace: 'n' }, { name: 'web', namespace: 'n' })).to.equal(undefined)
  })

  it('rejects responses that differ by number, by name or by emptiness', () => {
    expect(disagreement(pods('a'), pods('a', 'b'))).to.equal('1 items, where the twin has 2')
    expect(disagreement(pods('a', 'b'), pods('a', 'c'))).to.match(/^n\/b/)
    expect(disagreement(pods(), pods())).to.match(/nothing/)
  })

  it('looks through encodings', () => {
    const body = Buffer.from('{"pods":[]}')
    expect(decoded({ headers: {}, body })).to.deep.equal({ pods: [] })
    expect(decoded({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) })).to.deep.equal({
      pods: [],
    })
    const zstd = { headers: { 'content-encoding': 'zstd' }, body: zstdCompressSync(body) }
    expect(decoded(zstd)).to.deep.equal({ pods: [] })
  })
})
