import { expect } from 'chai'
import { pods } from '../kinds.ts'
import { readEvent } from './event.ts'
import { Malformed } from './lines.ts'

const line = (type: unknown, object: unknown) => Buffer.from(JSON.stringify({ type, object }))
const pod = { kind: 'Pod', metadata: { name: 'web', resourceVersion: '7' } }

describe('an event of a watch', () => {
  it('is a change, a bookmark or an error', () => {
    expect(readEvent(line('ADDED', pod), pods)).to.deep.equal({ type: 'change', deleted: false, object: pod })
    expect(readEvent(line('DELETED', pod), pods)).to.deep.include({ deleted: true })
    const end = { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } }
    expect(readEvent(line('BOOKMARK', { kind: 'Pod', metadata: end }), pods)).to.deep.equal({
      type: 'bookmark',
      version: '9',
      initialEventsEnd: true,
    })
    const status = { kind: 'Status', code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 3 } }
    expect(readEvent(line('ERROR', status), pods)).to.deep.equal({
      type: 'error',
      code: 429,
      reason: 'TooManyRequests',
      retryAfterSeconds: 3,
    })
  })

  it('F20 is malformed where it is none of this kind', () => {
    const bad = [
      ...['{"type":"ADDED"', 'null', '[]', '7'].map((text) => Buffer.from(text)),
      line('ADDED', null),
      line(1, pod),
      line('RENAMED', pod),
      line('ADDED', { ...pod, kind: 'Secret' }),
      line('ADDED', { metadata: pod.metadata }),
      line('BOOKMARK', { kind: 'Pod' }),
      line('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: 'x' } }),
    ]
    for (const one of bad) expect(() => readEvent(one, pods), one.toString()).to.throw(Malformed)
  })

  it('F20 has no object where that has no name or no version', () => {
    for (const metadata of [
      undefined,
      null,
      [],
      {},
      { name: 'web' },
      { name: '', resourceVersion: '1' },
      { name: 'web', resourceVersion: '01' },
    ])
      expect(readEvent(line('ADDED', { kind: 'Pod', metadata }), pods)).to.deep.include({ object: undefined })
  })
})
