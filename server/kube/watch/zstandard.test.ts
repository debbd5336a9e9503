import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { compressed, decompressed } from './zstandard.ts'

type Collect = (options: { type: 'minor' | 'major' }) => void

const text = Buffer.from(
  JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ name: `pod-${index}` }))),
)

describe('compressed bytes', () => {
  it('come back as they were, be they few, many or none', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('x'), Buffer.from('é'.repeat(31)), text])
      expect(decompressed(compressed(bytes), bytes.length).equals(bytes)).to.equal(true)
  })

  it('take no more room than there is in them', () => {
    const made = compressed(text)
    expect(made.buffer.byteLength).to.equal(made.length)
    expect(made.length).to.be.lessThan(text.length / 4)
  })

  it('leave nothing behind that waits for a full collection', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as Collect
    const packed = compressed(text)
    collect({ type: 'major' })
    await turn()
    const before = process.memoryUsage().arrayBuffers
    for (let round = 0; round < 200; round++) {
      decompressed(packed, text.length)
      compressed(text)
      if (round % 10 < 9) continue
      // Twice, so that what survives one is put away by the next.
      for (const type of ['minor', 'minor'] as const) {
        collect({ type })
        await turn()
      }
    }
    const left = process.memoryUsage().arrayBuffers - before
    // 80 KiB each, were the engines' buffers kept.
    expect(left).to.be.lessThan(200 * 24 * 1024)
  })
})
