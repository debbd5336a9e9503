import { Writable } from 'node:stream'
import { expect } from 'chai'
import { AccessLog } from '../http/middleware/access-log.ts'
import { createLog } from './log.ts'

/** A writable stream and the text written to it. */
function sink(): { stream: Writable; text: () => string } {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

describe('the log', () => {
  it('writes JSON lines without secrets, line ends or escapes', () => {
    const { stream, text } = sink()
    const log = createLog('info', 'json', stream)
    log.warn('a\nb', { authorization: 'Bearer x', bearerToken: 'x', requestId: 'r\u001b[31m', status: 5 })
    log.debug('not this')
    const line = JSON.parse(text()) as Record<string, unknown>
    expect(line).to.deep.include({
      level: 'warn',
      message: 'a b',
      authorization: '[redacted]',
      bearerToken: '[redacted]',
      requestId: 'r [31m',
      status: 5,
    })
    expect(line).to.have.property('timestamp')
  })

  it('writes one readable line for a terminal', () => {
    const { stream, text } = sink()
    createLog('info', 'text', stream).info('serving', { port: 8080, contexts: ['a'] })
    expect(text()).to.match(/^\S+Z INFO  serving port=8080 contexts=\["a"\]\n$/)
  })

  it('keeps the lines of a stack', () => {
    const { stream, text } = sink()
    createLog('info', 'json', stream).error('x', { stack: 'Error: x\n    at y\u0007' })
    expect(JSON.parse(text())).to.have.property('stack', 'Error: x\n    at y ')
  })
})

describe('the access log', () => {
  /** Logs one request that has ended. */
  function pass(log: AccessLog, url: string): void {
    const outcome = { requestId: 'id', status: 200, complete: true, milliseconds: 1, peer: '127.0.0.1' }
    log.record(log.routePrefix('GET', '/api/pods', url), outcome)
  }

  it('writes lines in batches, without the query', () => {
    const { stream, text } = sink()
    const log = new AccessLog(stream, 'json')
    pass(log, '/api/pods?token=secret')
    pass(log, `/api/${'x'.repeat(1000)}`)
    expect(text()).to.equal('')
    log.flush()
    const [first, second, rest] = text().split('\n')
    expect(JSON.parse(first ?? '')).to.include({
      message: 'request',
      route: '/api/pods',
      path: '/api/pods',
      status: 200,
      complete: true,
      requestId: 'id',
    })
    expect((JSON.parse(second ?? '') as { path: string }).path).to.have.length(256)
    expect(rest).to.equal('')
  })

  it('drops lines that the sink does not take, and says how many', () => {
    const written: string[] = []
    const stuck = new Writable({ highWaterMark: 1, write: (chunk: Buffer) => written.push(chunk.toString()) })
    const log = new AccessLog(stuck, 'json')
    stuck.write(Buffer.alloc(2 * 1024 * 1024))
    for (let n = 0; n < 10; n++) pass(log, '/api/pods')
    log.flush()
    expect(written).to.have.length(1)
  })

  it('writes nothing if disabled', () => {
    const { stream, text } = sink()
    const log = new AccessLog(stream, 'off')
    pass(log, '/api/pods')
    log.flush()
    expect(text()).to.equal('')
  })
})
