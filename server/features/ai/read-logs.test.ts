import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { ClusterError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { failingContainers, readLines } from './read-logs.ts'

const MIB = 1024 * 1024
const REF = { name: 'web-1', namespace: 'shop' }
const APP = { container: 'app', previous: true }

/** A cluster whose log has these chunks for a number of lines; `reads` has the numbers that were read. */
function clusterWith(log: (tail: number) => Iterable<Buffer> | AsyncIterable<Buffer> | Readable) {
  const reads: number[] = []
  const cluster: Pick<Cluster, 'log'> = {
    log: async (_kind, _ref, { tail }) => {
      reads.push(tail)
      const chunks = log(tail)
      return chunks instanceof Readable ? chunks : Readable.from(chunks, { objectMode: true })
    },
  }
  return { cluster, reads }
}

describe('readLines', () => {
  it('reads at most 12 MiB of a gigabyte, and fewer lines each time', async () => {
    let bytes = 0
    const chunk = Buffer.from(`${'x'.repeat(64 * 1024 - 1)}\n`)
    const { cluster, reads } = clusterWith(function* () {
      for (let at = 0; at < 1024 * 16; at++) {
        bytes += chunk.length
        yield chunk
      }
    })
    const lines = await readLines(cluster, REF, APP, new ManualClock())
    expect(reads).to.deep.equal([1000, 100, 10])
    // The stream reads a few chunks ahead.
    expect(bytes).to.be.below(15 * MIB)
    expect(lines.join('\n').length).to.be.at.most(256 * 1024)
  })

  it('keeps the newest lines of a log of long lines', async () => {
    const { cluster, reads } = clusterWith(function* (tail) {
      for (let at = 1000 - tail; at < 1000; at++) yield Buffer.from(`${'x'.repeat(20_000)} ${at}\n`)
    })
    const lines = await readLines(cluster, REF, APP, new ManualClock())
    expect(reads).to.deep.equal([1000, 100])
    expect(lines.at(-2)).to.match(/ 999$/)
    // 256 KiB are 13 lines, of which the first lacks its beginning.
    expect(lines.filter((line) => /^x{20000} \d+$/.test(line))).to.have.length(13)
  })

  it('keeps a log of the limit whole, and cuts the first line of one that is a byte longer', async () => {
    const first = Buffer.from(`${'a'.repeat(9)}\n`)
    const rest = Buffer.from('b'.repeat(256 * 1024 - 10))
    const whole = clusterWith(() => [first, rest])
    expect((await readLines(whole.cluster, REF, APP, new ManualClock()))[0]).to.equal('a'.repeat(9))
    const longer = clusterWith(() => [Buffer.from('a'), first, rest])
    expect(await readLines(longer.cluster, REF, APP, new ManualClock())).to.deep.equal([rest.toString()])
  })

  it('takes what has come of a log that stalls for 3 s', async () => {
    const time = new ManualClock()
    const stream = new Readable({ read: () => setImmediate(() => time.turn(3000)) })
    stream.push(Buffer.from('first line\nsecond'))
    const { cluster } = clusterWith(() => stream)
    expect(await readLines(cluster, REF, APP, time)).to.deep.equal(['first line', 'second'])
  })

  it('masks a private key, of which the last line alone looks harmless', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nshortTail9\n-----END PRIVATE KEY-----'
    const { cluster } = clusterWith(() => [Buffer.from(`before\n${key}\nafter`)])
    expect(await readLines(cluster, REF, APP, new ManualClock())).to.deep.equal([
      'before',
      '(masked)',
      'after',
    ])
  })

  it('rejects with an error of the API if the connection breaks', async () => {
    const { cluster } = clusterWith(async function* () {
      yield Buffer.from('first')
      throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
    })
    const error: unknown = await readLines(cluster, REF, APP, new ManualClock()).catch((reason) => reason)
    expect(error).to.be.instanceOf(ClusterError)
    expect(error).to.have.property('message', 'could not get pods/log "web-1" in namespace "shop"')
  })
})

describe('failingContainers', () => {
  it('returns containers that fail, of a restarting one the run before', () => {
    const status = (name: string, fields: object) => ({ name, ready: false, restartCount: 0, ...fields })
    const found = failingContainers({
      status: {
        containerStatuses: [
          status('well', { ready: true }),
          status('waiting', { state: { waiting: { reason: 'ImagePullBackOff' } } }),
          status('looping', { restartCount: 3, state: { waiting: { reason: 'CrashLoopBackOff' } } }),
          status('ended', { restartCount: 1, state: { terminated: { exitCode: 1 } } }),
        ],
      },
    } as never)
    expect(found).to.deep.equal([
      { container: 'looping', previous: true },
      { container: 'ended', previous: false },
    ])
  })
})
