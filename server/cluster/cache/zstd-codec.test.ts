import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { assert, property, uint8Array } from 'fast-check'
import { ZstdCodec } from './zstd-codec.ts'

const text = Buffer.from(
  JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ name: `pod-${index}` }))),
)
/** Returns deterministic bytes without repetitions, so that they do not compress. */
function noise(length: number): Buffer {
  let state = 1
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) bytes[at] = (state = (state * 48_271) % 2_147_483_647) >> 8
  return bytes
}

describe('compressed bytes', () => {
  const zstandard = new ZstdCodec()
  const back = (bytes: Buffer): Buffer => zstandard.decompress(zstandard.compress(bytes))

  it('come back as they were, be they few, many or none', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('x'), Buffer.from('é'.repeat(31)), text])
      expect(back(bytes).equals(bytes)).to.equal(true)
    assert(property(uint8Array({ maxLength: 3000 }), (bytes) => back(Buffer.from(bytes)).equals(bytes)))
  })

  it('come back as they were where they fill the buffers that are kept, and where they need their own', () => {
    for (const length of [130_000, 261_000, 262_078, 262_143, 262_144, 262_145, 1_500_000])
      for (const bytes of [noise(length), Buffer.alloc(length, text)]) {
        expect(back(bytes).equals(bytes), `${length} bytes`).to.equal(true)
        expect(back(text).equals(text), `after ${length} bytes`).to.equal(true)
      }
  })

  it('come back in any order, and as often as they are asked for', () => {
    const texts = Array.from({ length: 20 }, (_, index) => Buffer.from(`${index} `.repeat(index * 500)))
    const packed = texts.map((bytes) => zstandard.compress(bytes))
    for (const at of [3, 3, 4, 3, 19, 0, 0, 19, ...texts.keys()]) {
      const [bytes, from] = [texts[at], packed[at]]
      if (bytes === undefined || from === undefined) throw new Error('no such text')
      expect(zstandard.decompress(from).equals(bytes), `${at}`).to.equal(true)
    }
  })

  it('exchanges compressed bytes with any zstd implementation', () => {
    expect(zstdDecompressSync(zstandard.compress(text)).equals(text)).to.equal(true)
    expect(zstandard.decompress(zstdCompressSync(text)).equals(text)).to.equal(true)
  })

  it('rejects corrupt data, and decodes the next correctly', () => {
    const damaged = new ZstdCodec()
    const packed = damaged.compress(text)
    expect(() => damaged.decompress(Buffer.from('no such thing'))).to.throw('Unknown frame descriptor')
    expect(() => damaged.decompress(packed.subarray(0, 40))).to.throw()
    expect(damaged.decompress(packed).equals(text)).to.equal(true)
    expect(damaged.compress(text).equals(packed)).to.equal(true)
  })

  it('take no more room than there is in them', () => {
    const made = zstandard.compress(text)
    expect(made.buffer.byteLength).to.equal(made.length)
    expect(made.length).to.be.lessThan(text.length / 4)
  })
})
