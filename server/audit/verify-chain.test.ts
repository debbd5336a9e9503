import { expect } from 'chai'
import { HashChain, readMac } from './hash-chain.ts'
import { verifyChain } from './verify-chain.ts'

const key = Buffer.from('a key of sixteen bytes or more')
const NOW = '2026-11-21T12:00:00.000Z'

describe('the chain of audit lines', () => {
  const written = (chain: HashChain, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const { line, commit: done } = chain.append(NOW, { event: 'write', name: `web-${index}` })
      done()
      return line
    })
  const verify = async (lines: readonly string[], with_: Buffer = key, heads: readonly string[] = []) => {
    async function* each() {
      yield* lines
    }
    return verifyChain(each(), with_, heads)
  }
  const broken = async (lines: readonly string[], words: string, with_?: Buffer) => {
    const { faults, findings } = await verify(lines, with_)
    expect(faults, words).to.be.greaterThan(0)
    expect(findings[0]).to.include(words)
  }
  /** Writes one entry. */
  const entry = (chain: HashChain, audit: object): string => {
    const { line, commit: done } = chain.append(NOW, audit)
    done()
    return line
  }
  const note = (chain: HashChain, lines = 1) =>
    entry(chain, { event: 'unfinished-lines', unfinished: { lines, bytes: 1, offset: 1 } })

  it('verifies a chain among other lines of a log, and over restarts of the process', async () => {
    const first = new HashChain(key, '')
    const lines = written(first, 3)
    const second = written(new HashChain(key, first.head), 2)
    const log = ['{"message":"serving"}', ...lines, 'plain text', ...second]
    expect(await verify(log)).to.deep.include({ count: 5, faults: 0, head: readMac(second[1] ?? '') })
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({ message: 'audit', sequence: 1, previous: '' })
    const nothing = { count: 0, head: '', faults: 0, warnings: 0, findings: [] }
    expect(await verify([])).to.deep.equal(nothing)
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
    const later = written(new HashChain(key, readMac(four) ?? ''), 1)
    await broken([one, two, three, ...later], 'line 4: it does not follow')
    await broken(later, 'line 1: it does not follow')
  })

  it('goes on from the line that was written last when one could not be', async () => {
    const chain = new HashChain(key, '')
    const [first = ''] = written(chain, 1)
    chain.append(NOW, { event: 'write', name: 'never written' })
    expect(await verify([first, ...written(chain, 1)])).to.deep.include({ count: 2 })
  })

  it('goes on after a fault and reports each', async () => {
    const [one = '', two = '', three = '', four = ''] = written(new HashChain(key, ''), 4)
    const { count, findings } = await verify([one, two.replace('web-1', 'web-9'), four, three])
    expect([count, findings]).to.deep.equal([
      3,
      [
        'line 2: it was modified, or signed with another key',
        'line 3: 2 lines are missing before it',
        'line 4: it does not follow the line before it',
      ],
    ])
  })

  it('reports 100 findings and counts the others', async () => {
    const lines = written(new HashChain(key, ''), 150).map((line) => line.replace('web', 'bew'))
    const { faults, findings } = await verify(lines)
    expect([faults, findings.length]).to.deep.equal([150, 100])
  })

  it('warns of an unfinished line that the next process noted, wherever it was cut', async () => {
    const first = new HashChain(key, '')
    const lines = written(first, 2)
    const next = first.append(NOW, { event: 'write' }).line
    for (const cut of [1, 50, 200, next.length - 1]) {
      const second = new HashChain(key, first.head)
      const log = [...lines, next.slice(0, cut), note(second), ...written(second, 2)]
      const { count, faults, warnings, findings } = await verify(log)
      expect({ count, faults, warnings }, `cut at ${cut}`).to.deep.equal({ count: 5, faults: 0, warnings: 1 })
      expect(findings[0]).to.include('warning: line 4: it notes 1 unfinished before it')
    }
  })

  it('warns of an unfinished line at the end', async () => {
    const lines = written(new HashChain(key, ''), 3)
    const { count, faults, findings } = await verify([...lines.slice(0, 2), lines[2]?.slice(0, 200) ?? ''])
    expect([count, faults]).to.deep.equal([2, 0])
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include('warning: line 3: it is unfinished')
  })

  it('rejects an unfinished line without a note, or with one that is about fewer lines', async () => {
    const first = new HashChain(key, '')
    const lines = written(first, 1)
    const unfinished = first.append(NOW, { event: 'write' }).line.slice(0, 200)
    const next = () => new HashChain(key, first.head)
    const modified = 'it was modified: it cannot be read, and no process noted it as unfinished'
    const without = await verify([...lines, unfinished, ...written(next(), 1)])
    expect(without.findings).to.include(`line 2: ${modified}`)
    const tooMany = await verify([...lines, unfinished, unfinished, note(next())])
    expect([tooMany.faults, tooMany.findings.at(-1)]).to.deep.equal([1, `line 2: ${modified}`])
    const both = await verify([...lines, unfinished, unfinished, note(next(), 2)])
    expect([both.faults, both.warnings]).to.deep.equal([0, 1])
    const forged = note(new HashChain(Buffer.from('another key of that length'), first.head))
    expect((await verify([...lines, unfinished, forged])).faults).to.equal(2)
  })

  it('verifies a line that was appended to an unfinished one', async () => {
    const first = new HashChain(key, '')
    const lines = written(first, 2)
    const unfinished = first.append(NOW, { event: 'write' }).line.slice(0, 200)
    const [one = '', two = ''] = written(new HashChain(key, first.head), 2)
    const { count, faults, findings } = await verify([...lines, unfinished + one, two])
    expect([count, faults]).to.deep.equal([4, 0])
    expect(findings[0]).to.equal('warning: line 3: it begins with 200 characters of an unfinished line')
  })

  it('shows that a file was cut in a line before the service started again', async () => {
    const first = new HashChain(key, '')
    const lines = [...written(first, 3), entry(first, { event: 'closed' })]
    const cut = [lines[0] ?? '', lines[1]?.slice(0, 200) ?? '']
    const second = new HashChain(key, readMac(cut[0] ?? '') ?? '')
    const log = [...cut, note(second), ...written(second, 1)]
    const alone = await verify(log)
    expect([alone.faults, alone.findings.length]).to.deep.equal([0, 1])
    expect(alone.findings[0]).to.include('or the file was cut there, and then lines are missing between')
    const compared = await verify(log, key, [first.head, second.head])
    expect(compared.faults).to.equal(1)
    expect(compared.findings.at(-1)).to.include(`no line has the MAC ${first.head}: lines are missing`)
  })

  it('shows lines missing after a cut if the process went on', async () => {
    const chain = new HashChain(key, '')
    const [one = '', two = '', , four = ''] = written(chain, 4)
    const { faults, findings } = await verify([one, two.slice(0, 200) + four])
    expect([faults, findings.at(-1)]).to.deep.equal([1, 'line 2: 2 lines are missing before it'])
  })

  it('warns where a process did not close the log, and only there', async () => {
    const first = new HashChain(key, '')
    const open = written(first, 2)
    const second = new HashChain(key, first.head)
    const closed = [...written(second, 1), entry(second, { event: 'closed' })]
    const { faults, findings } = await verify([
      ...open,
      ...closed,
      ...written(new HashChain(key, second.head), 1),
    ])
    expect([faults, findings.length]).to.deep.equal([0, 1])
    expect(findings[0]).to.include(
      'warning: line 3: the process that wrote the lines before it did not close',
    )
  })
})
