import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { HashChain } from './hash-chain.ts'
import { FileSink, streamSink } from './sinks.ts'

describe('sinks of the audit log', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('writes a file that only its owner reads, and appends to that of an earlier process', async () => {
    const path = join(folder, 'a.jsonl')
    const chain = new HashChain(Buffer.alloc(32), '')
    const { line, commit } = chain.append('t', { n: 1 })
    commit()
    const first = await FileSink.open(path)
    expect(first.last).to.equal('')
    await first.write(line)
    await first.close()
    const second = await FileSink.open(path)
    expect(second.last).to.equal(chain.head)
    await second.write('another')
    await second.close()
    expect(readFileSync(path, 'utf8')).to.equal(`${line}\nanother\n`)
    expect(statSync(path).mode & 0o777).to.equal(0o600)
  })

  it('closes and notes an unfinished last line', async () => {
    const chain = new HashChain(Buffer.alloc(32), '')
    const { line: whole, commit } = chain.append('t', { n: 1 })
    commit()
    const { line: next } = chain.append('t', { n: 2 })
    const path = join(folder, 'unfinished.jsonl')
    const offset = whole.length + 1
    const after = (lines: number, bytes: number) => ({ lines, bytes, offset })
    for (const [rest, unfinished] of [
      [next.slice(0, 100), after(1, 100)],
      [next.slice(0, -1), after(1, next.length - 1)],
      // The process after it closed the line, and could not note it.
      [`${next.slice(0, 100)}\n`, after(1, 101)],
      [`${next.slice(0, 100)}\n${next.slice(0, 7)}`, after(2, 108)],
      ['\0\0\xff', after(1, 4)],
    ] as const) {
      writeFileSync(path, `${whole}\n${rest}`)
      const sink = await FileSink.open(path)
      expect([sink.last, sink.unfinished]).to.deep.equal([chain.head, unfinished])
      await sink.write('a note')
      await sink.write('another')
      expect(sink.unfinished).to.equal(undefined)
      await sink.close()
      const closed = rest.endsWith('\n') ? rest : `${rest}\n`
      expect(readFileSync(path, 'utf8')).to.equal(`${whole}\n${closed}a note\nanother\n`)
    }
  })

  it('notes nothing if the last line lacks only its line end', async () => {
    const { line } = new HashChain(Buffer.alloc(32), '').append('t', { n: 1 })
    const path = join(folder, 'no-line-end.jsonl')
    writeFileSync(path, line)
    const sink = await FileSink.open(path)
    expect(sink.unfinished).to.equal(undefined)
    await sink.write('another')
    await sink.close()
    expect(readFileSync(path, 'utf8')).to.equal(`${line}\nanother\n`)
  })

  it('finds the last whole line of a long file, over the bounds of what is read at once', async () => {
    const chain = new HashChain(Buffer.alloc(32), '')
    const path = join(folder, 'long.jsonl')
    const lines = Array.from({ length: 3000 }, (_, n) => {
      const { line, commit } = chain.append('t', { n, text: 'ü'.repeat(n % 100) })
      commit()
      return `${line}\n`
    }).join('')
    writeFileSync(path, `${lines}${'x'.repeat(200_000)}`)
    const sink = await FileSink.open(path)
    await sink.close()
    const offset = Buffer.byteLength(lines)
    expect([sink.last, sink.unfinished]).to.deep.equal([chain.head, { lines: 1, bytes: 200_000, offset }])
  })

  it('refuses a file that cannot be opened, and leaves it unchanged', async () => {
    const path = join(folder, 'none', 'a.jsonl')
    expect(await FileSink.open(path).catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT')
    const old = join(folder, 'old.jsonl')
    writeFileSync(old, 'what was there\n')
    const sink = await FileSink.open(old)
    await sink.close()
    const failed = await sink.write('x').then(
      () => 'written',
      () => 'failed',
    )
    expect([failed, readFileSync(old, 'utf8')]).to.deep.equal(['failed', 'what was there\n'])
  })

  it('reports when the output accepted a line, and when it cannot', async () => {
    const taken: string[] = []
    const good = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        taken.push(chunk.toString())
        done()
      },
    })
    await streamSink(good).write('a line')
    expect(taken).to.deep.equal(['a line\n'])
    const bad = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
    bad.on('error', () => undefined)
    expect(
      await streamSink(bad)
        .write('x')
        .catch((error: Error) => error.message),
    ).to.equal('EPIPE')
  })
})
