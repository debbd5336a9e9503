import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { ContentEncodings, type EncodedBody } from './representation.ts'

describe('compressed forms', () => {
  const bytes = Buffer.from('{"pods":[]}'.repeat(500))
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  let forms: ContentEncodings

  beforeEach(() => (forms = new ContentEncodings()))

  it('are what was asked for, by preference among equals', async () => {
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
      const form: EncodedBody = await forms.encode(bytes, accepted)
      expect(form.encoding, accepted).to.equal(coding)
      const plain = coding === undefined ? form.bytes : unpack[coding](form.bytes)
      expect(plain.equals(bytes), accepted).to.equal(true)
    }
  })

  it('are made once, and are there at once from then on', async () => {
    const [one, two] = await Promise.all([forms.encode(bytes, 'gzip'), forms.encode(bytes, 'gzip')])
    expect(one.bytes).to.equal(two.bytes)
    expect(forms.encode(bytes, 'gzip;q=0.8')).to.deep.equal(one)
  })

  it('are not made of what is small, nor for callers that said nothing', () => {
    expect(forms.encode(Buffer.from('{}'), 'gzip')).to.deep.equal({
      bytes: Buffer.from('{}'),
      encoding: undefined,
    })
    expect(forms.encode(bytes, undefined)).to.deep.equal({ bytes, encoding: undefined })
  })

  it('T10 cost no memory for each header a stranger makes up', async () => {
    for (let n = 0; n < 2000; n++)
      expect((await forms.encode(bytes, `gzip, x-${n}`)).encoding).to.equal('gzip')
  })
})
