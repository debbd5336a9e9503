import { Readable } from 'node:stream'
import { expect } from 'chai'
import { ClusterError } from '../core/errors.ts'
import { pods } from '../kinds/pods/kind.ts'
import { readLogTail } from './log-tail.ts'

const REF = { name: 'web-1', namespace: 'shop' }

async function* buffersOf(chunks: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

function tailOf(chunks: Iterable<string> | AsyncIterable<string>) {
  const cluster = { log: async () => Readable.from(buffersOf(chunks)) }
  return readLogTail(cluster, pods, REF, { container: 'app', previous: false })
}

describe('readLogTail', () => {
  it('returns the last five lines, equal neighbours as one', async () => {
    expect(await tailOf(['a\nb\nc\nc\n', 'c\n\n  d\ne\nf'])).to.deep.equal(['b', 'c', 'd', 'e', 'f'])
  })

  it('rejects with an error of the API if the connection breaks, so that only this log is missing', async () => {
    const error: unknown = await tailOf(
      (async function* () {
        yield 'first\n'
        throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
      })(),
    ).catch((reason) => reason)
    expect(error).to.be.instanceOf(ClusterError)
  })
})
