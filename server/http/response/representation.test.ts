import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { weakEtag } from '../../core/formats/etag.ts'
import { ContentEncodings, type EncodedBody } from './representation.ts'

describe('compressed forms', () => {
  const bytes = Buffer.from('{"pods":[]}'.repeat(500))
  const body = { bytes, etag: weakEtag(bytes) }
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  let forms: ContentEncodings

  beforeEach(() => (forms = new ContentEncodings(new MemoryLedger(1e6))))

  it('follow Accept-Encoding, by preference among equals', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip;q=1, br;q=0.5, zstd;q=0.1', 'gzip'],
      ['br', 'br'],
      ['*', 'zstd'],
      ['zstd;q=0, *', 'br'],
      ['deflate', undefined],
      ['identity', undefined],
      ['gzip;q=0', undefined],
      ['', undefined],
      ['identity;q=0, *;q=0', undefined],
    ] as const) {
      const form: EncodedBody = await forms.encode(body, accepted)
      expect(form.encoding, accepted).to.equal(coding)
      const plain = coding === undefined ? form.bytes : unpack[coding](form.bytes)
      expect(plain.equals(bytes), accepted).to.equal(true)
    }
  })

  it('encodes once, and serves the result at once from then on', async () => {
    const [one, two] = await Promise.all([forms.encode(body, 'gzip'), forms.encode(body, 'gzip')])
    expect(one.bytes).to.equal(two.bytes)
    expect(forms.encode(body, 'gzip;q=0.8')).to.deep.equal(one)
  })

  it('encodes no small bodies, and none for callers without Accept-Encoding', () => {
    expect(forms.encode({ bytes: Buffer.from('{}'), etag: '' }, 'gzip')).to.deep.equal({
      bytes: Buffer.from('{}'),
      encoding: undefined,
    })
    expect(forms.encode(body, undefined)).to.deep.equal({ bytes, encoding: undefined })
  })

  it('cost no memory for each header a stranger makes up [T10]', async () => {
    for (let n = 0; n < 2000; n++)
      expect((await forms.encode(body, `gzip, x-${n}`)).encoding).to.equal('gzip')
  })
})
