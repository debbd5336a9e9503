import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { HashChain } from './hash-chain.ts'
import { FileSink, streamSink } from './sinks.ts'

describe('where the audit log goes', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('is a file of its owner alone, which goes on where an earlier process ended', async () => {
    const path = join(folder, 'a.jsonl')
    const chain = new HashChain(Buffer.alloc(32), '')
    const { line, written } = chain.append('t', { n: 1 })
    written()
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

  it('is refused where it cannot be opened, and is left as it was', async () => {
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

  it('is an output that says when it took a line, and when it cannot', async () => {
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
