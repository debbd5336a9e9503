import { expect } from 'chai'
import { BrokenChain, HashChain, macOfLine, verifyChain } from './hash-chain.ts'

const key = Buffer.from('a key of sixteen bytes or more')
const NOW = '2026-11-21T12:00:00.000Z'

describe('the chain of audit lines', () => {
  const written = (chain: HashChain, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const { line, written: done } = chain.append(NOW, { event: 'write', name: `web-${index}` })
      done()
      return line
    })
  const verify = async (lines: readonly string[], with_: Buffer = key) => {
    async function* each() {
      yield* lines
    }
    return verifyChain(each(), with_)
  }
  const broken = async (lines: readonly string[], words: string, with_?: Buffer) => {
    const error: unknown = await verify(lines, with_).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error, words).to.be.instanceOf(BrokenChain)
    expect((error as BrokenChain).message).to.include(words)
  }

  it('is whole as it was written, among other lines of a log, and over restarts of the process', async () => {
    const first = new HashChain(key, '')
    const lines = written(first, 3)
    const second = written(new HashChain(key, first.head), 2)
    const log = ['{"message":"serving"}', ...lines, 'plain text', ...second]
    expect(await verify(log)).to.deep.equal({ count: 5, head: macOfLine(second[1] ?? '') })
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({ message: 'audit', sequence: 1, previous: '' })
    expect(await verify([])).to.deep.equal({ count: 0, head: '' })
  })

  it('shows a line that was changed, whatever of it', async () => {
    const lines = written(new HashChain(key, ''), 3)
    const [one = '', two = '', three = ''] = lines
    await broken([one, two.replace('web-1', 'web-9'), three], 'line 2: it was modified')
    await broken([one, two.replace(NOW, '2026-11-20T12:00:00.000Z'), three], 'line 2: it was modified')
    await broken([one, two.replace(/"mac":"./, '"mac":"x'), three], 'line 2: it was modified')
    await broken([one, two.replace('"sequence":2', '"sequence":"2"'), three], 'line 2: it was modified')
    await broken([one, two.slice(0, -20), three], 'line 2: it was modified')
    await broken(
      lines,
      'line 1: it was modified, or signed with another key',
      Buffer.from('another key of that length'),
    )
  })

  it('shows lines that are missing, doubled or moved', async () => {
    const lines = written(new HashChain(key, ''), 4)
    const [one = '', two = '', three = '', four = ''] = lines
    await broken([one, three, four], 'line 2: 1 lines are missing before it')
    await broken([two, three], 'line 1: 1 lines are missing before it')
    await broken([one, two, two], 'line 3')
    await broken([one, three, two], 'line 2')
    const later = written(new HashChain(key, macOfLine(four) ?? ''), 1)
    await broken([one, two, three, ...later], 'line 4: it does not follow')
    await broken(later, 'line 1: it does not follow')
  })

  it('goes on from the line that was written last when one could not be', async () => {
    const chain = new HashChain(key, '')
    const [first = ''] = written(chain, 1)
    chain.append(NOW, { event: 'write', name: 'never written' })
    expect(await verify([first, ...written(chain, 1)])).to.deep.include({ count: 2 })
  })
})
